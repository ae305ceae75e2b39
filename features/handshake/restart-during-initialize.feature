@needs-contract
Feature: A session survives a platform restart during initialize

  A hosting platform may move or restart the part of the service that is about
  to own a session while the client's first request is still on its way. The
  service cannot finish that request, so it gives one agreed *restart answer*:
  no session was handed over, wait this long, then send the same request again.

  A client that follows the advice opens its session as if nothing had happened.
  A client that is too eager, too stubborn or too trusting does harm: it floods
  a platform that is just recovering, or leaves sessions behind that nobody can
  name. What the restart answer must *not* be mistaken for has a page of its
  own: *Only the documented restart answer earns another attempt*.

  Rule: A session that was delayed by restarts is a session like any other

    @RST-08 @disturbs @needs-restart-in-flight @waits
    Scenario Outline: An opening survives a platform that restarts <restarts>
      Given the platform will restart <restarts> during the handshake, advertising "<advice>"
      When the client opens a session
      Then the confirmation is accepted without a word
      And the session answers a real request

      Examples: As documented
        | restarts | advice |
        | 1 time   | 2      |
        | 2 times  | 2      |

      Examples: As many as patience allows, a second each so that the chain of waits stays at 7 s
        | restarts | advice |
        | 7 times  | 1      |

  Rule: The restart answer is the documented one, part for part

    @RST-01 @disturbs @needs-restart-in-flight
    Scenario Outline: The restart answer is complete when the restart strikes <phase>
      Given the platform will restart 1 time during the handshake, <phase>
      When the client sends the opening request once
      Then the answer is the documented restart answer
        | status      | 503                                     |
        | media type  | application/json                        |
        | retry after | 2                                       |
        | session id  | none                                    |
        | jsonrpc     | 2.0                                     |
        | request id  | null                                    |
        | error code  | -32001                                  |
        | message     | MCP session is restarting, please retry |

      Examples:
        | phase                    |
        | before it is carried out |
        | after it was carried out |

    @RST-18 @disturbs @needs-restart-in-flight @waits
    Scenario: A restart that strikes an answer under way never looks like a success
      Given the platform will restart 1 time during the handshake, after its answer has begun
      When the client tries to open a session
      Then the handshake ends successfully, or because the connection was lost
      And a fresh opening succeeds

    @RST-08 @disturbs @needs-start-up-timeout @slow
    Scenario: An opening survives a start that exhausts the platform's own patience
      Given the platform will block the start of the session 1 time during the handshake, before it is carried out
      When the client opens a session
      Then the session answers a real request

  Rule: A session that is destroyed under its opening is gone, and says so

    @RST-19 @disturbs @needs-destroy
    Scenario Outline: An opening whose session is destroyed <phase> is told that it is gone
      Given the platform will destroy the session 1 time during the handshake, <phase>
      When the client sends the opening request once
      Then it is not known
      And a fresh opening succeeds

      Examples:
        | phase                    |
        | before it is carried out |
        | after it was carried out |

  Rule: The client waits as long as it was told, then repeats the same request

    @RST-02 @RST-05 @disturbs @needs-scripted-answers @waits
    Scenario: The client repeats the same request, no sooner than advised
      Given the server gives the restart answer 2 times during the handshake, advertising "2"
      When the client tries to open a session
      Then the client made 3 attempts
      And every attempt carried the same request
      And each retry waited at least the advertised delay

    @RST-05 @disturbs @needs-scripted-answers @waits
    Scenario: Each retry obeys the answer it follows, not the one before
      Given the server gives the restart answer 3 times during the handshake, advertising "0, then 2, then 0"
      When the client tries to open a session
      Then the client waited about 0, then 2, then 0 seconds

    @RST-05 @disturbs @needs-scripted-answers @waits
    Scenario Outline: The advice "<advice>" is read as a wait of <wait>
      Given the server gives the restart answer 1 time during the handshake, advertising "<advice>"
      When the client tries to open a session
      Then the client waited about <wait>

      Examples: Seconds
        | advice | wait      |
        | 0      | 0 seconds |
        | 1      | 1 second  |

      Examples: A moment, in each of the three forms of a date
        | advice                          | wait      |
        | an IMF date 2 seconds ahead     | 2 seconds |
        | an RFC 850 date 2 seconds ahead | 2 seconds |
        | an asctime date 2 seconds ahead | 2 seconds |

      Examples: No advice that can be read means the documented wait
        | advice  | wait      |
        | nothing | 2 seconds |
        | soon    | 2 seconds |
        | -1      | 2 seconds |
        | 2.5     | 2 seconds |

  Rule: Patience has a limit

    @RST-03 @disturbs @needs-scripted-answers @waits
    Scenario: Just inside the limit, a second each: the seventh restart answer is followed
      Given the server gives the restart answer 7 times during the handshake, advertising "1"
      When the client tries to open a session
      Then the client made 8 attempts

    @RST-03 @disturbs @needs-scripted-answers @waits
    Scenario: Just outside the limit, a second each: the eighth restart answer is final
      Given the server gives the restart answer 9 times during the handshake, advertising "1"
      When the client tries to open a session
      Then the handshake ends with the last answer it was given
      And the client made 8 attempts

    @RST-05 @disturbs @needs-scripted-answers
    Scenario: A wait above the ceiling is not begun
      Given the server gives the restart answer 1 time during the handshake, advertising "3600"
      When the client tries to open a session
      Then the handshake ends because the advertised delay is too long
      And the client made 1 attempt

  Rule: What a restart interrupted is not left lying about

    Every attempt may have created a session before the restart struck, and no
    client can end a session whose id it never learned. Cleaning up behind an
    interrupted attempt is therefore the platform's own business.

    @RST-09 @disturbs @needs-restart-in-flight @needs-count @waits
    Scenario: Interrupted attempts leave no session that nobody can name
      Given the platform will restart 2 times during the handshake, after it was carried out
      When the client opens a session
      Then no session is left that nobody can name
      And the session answers a real request

  Rule: Clients that are hit by one restart do not meet in one session

    @RST-16 @disturbs @needs-hold @needs-restart-in-flight @needs-restart
    Scenario: Two clients that are hit by one restart both open a session
      Given two openings are under way
      When the platform restarts
      Then every client opens its session
      And the sessions have different ids
      And the first session answers a real request
      And the second session answers a real request
