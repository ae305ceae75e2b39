Feature: An open session survives what platforms do

  Deploys, evictions and crashes do not wait until every session has ended. The
  promise to a client is simple: after the disturbance its session either works
  as before, or it is gone and says so, and then the client opens another. What
  breaks clients is anything in between: an answer that means neither, another
  user's session, a request that was carried out twice.

  Rule: After a restart a session works as before or is cleanly gone

    @RST-10 @disturbs
    Scenario Outline: A session answers or is gone after the platform <event>
      Given an open session
      When the platform <event>
      Then the session still answers or is cleanly gone
      And a fresh opening succeeds

      @needs-restart
      Examples: At once
        | event    |
        | restarts |

      @needs-drain
      Examples: With notice
        | event                     |
        | is drained and comes back |

      @needs-kill
      Examples: Without notice, on the same storage
        | event                    |
        | is killed and comes back |

      @needs-replace
      Examples: By a deploy
        | event                          |
        | is replaced by another version |

    @SESS-21 @opens @needs-sessions @waits
    Scenario: A session answers or is gone after a while without a request
      Given an open session
      When the platform hears nothing of the session for a while
      Then the session still answers or is cleanly gone
      And a fresh opening succeeds

    @RST-11 @disturbs @needs-restart @needs-sessions @needs-safe-tool
    Scenario: A session that survives keeps its revision and its memory
      Given an open session that has counted to 2
      When the platform restarts
      Then the session counts on to 3
      And the session answers a real request

    @RST-11 @disturbs @needs-restart @needs-sessions @needs-other-bearer
    Scenario: A session that survives keeps its owner
      Given an open session
      When the platform restarts
      Then another caller is turned away from the session
      And the session still answers or is cleanly gone

  Rule: A restart in the middle of an exchange leaves nothing half done

    @RST-12 @disturbs @needs-restart-in-flight @needs-contract
    Scenario Outline: A confirmation that a restart strikes <phase> can be repeated
      Given a session that is not confirmed yet
      And the platform will restart 1 time during the confirmation, <phase>
      When the client sends the confirmation
      Then it is answered, told to wait, or told that the session is gone
      And repeating the confirmation does no harm

      Examples:
        | phase                    |
        | before it is carried out |
        | after it was carried out |

    @RST-10 @disturbs @needs-restart-in-flight @needs-contract @needs-count @needs-safe-tool
    Scenario: A restart after the work of a tool call leaves the session usable or gone
      Given an open session
      And the platform will restart 1 time during the tool call, after it was carried out
      When the client sends a tool call
      Then it is answered, told to wait, or told that the session is gone
      And the platform counted 1 execution of the tool
      And the session still answers or is cleanly gone

    @RST-13 @disturbs @needs-restart-in-flight @needs-contract @needs-ending
    Scenario Outline: An ending that a restart strikes <phase> still ends the session
      Given an open session
      And the platform will restart 1 time during the ending, <phase>
      When the client ends the session
      Then repeating the ending does no harm
      And the session is gone

      Examples:
        | phase                    |
        | before it is carried out |
        | after it was carried out |

    @PING-02 @disturbs @needs-restart-in-flight @needs-contract
    Scenario: A ping through a restart is answered, told to wait, or refused for good
      Given an open session
      And the platform will restart 1 time during the ping, before it is carried out
      When the client sends a ping
      Then it is answered, told to wait, or told that the session is gone
      And the session still answers or is cleanly gone

    @RST-19 @disturbs @needs-destroy @needs-contract
    Scenario: A session that is destroyed under a request is gone for good
      Given an open session
      And the platform will destroy the session 1 time during the real request, before it is carried out
      When the client sends a real request
      Then it is not known
      And the session is gone
      And a fresh opening succeeds

    @RST-10 @disturbs @needs-hold @needs-kill @needs-restart-in-flight
    Scenario: An older session outlives the death that interrupts an opening
      Given an open session
      And two openings are under way
      When the platform is killed and comes back
      Then the session still answers or is cleanly gone
      And a fresh opening succeeds

  Rule: The client repeats nothing but openings by itself

    Only an opening, and an ending, may be sent again after a restart answer.
    Anything else may have been carried out before the restart struck, and to
    send it again is for the user to decide.

    @HTTP-03 @disturbs @needs-scripted-answers @needs-contract
    Scenario Outline: A restart answer to <request> is passed on, not followed
      Given an open session
      And the server gives the restart answer 1 time during <operation>, advertising "0"
      When the client sends <request>
      Then the client sent <request> 1 time

      Examples:
        | request        | operation        |
        | a ping         | the ping         |
        | a real request | the real request |

      @needs-safe-tool
      Examples: Where a tool may be called
        | request     | operation     |
        | a tool call | the tool call |

    @HTTP-03 @disturbs @needs-scripted-answers @needs-contract
    Scenario: A restart answer to the confirmation is passed on, not followed
      Given the server gives the restart answer 1 time during the confirmation, advertising "0"
      When the client tries to open a session
      Then the client sent the confirmation 1 time
