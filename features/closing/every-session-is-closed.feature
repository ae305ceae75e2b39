Feature: A client closes every session it has heard of

  A session costs the service memory until someone ends it. A client therefore
  notes a session the moment its id arrives, before it knows whether the rest
  of the answer is any good, and ends every noted session when it leaves,
  including the ones that went wrong half-way. One service counted 157 sessions
  an hour that nobody had ended; every one of them had been opened by a client
  that met trouble and forgot.

  Rule: Hearing the id is enough to owe a goodbye

    @RST-06 @disturbs @needs-scripted-answers @waits
    Scenario Outline: A session is noted even when its answer <trouble>
      Given the server names a session but its answer <trouble>
      When the client tries to open a session
      Then the handshake ends without a session
      And the client has noted 1 session to close

      Examples:
        | trouble                                    |
        | has status 500                             |
        | breaks off within its body                 |
        | falls silent                               |
        | never ends                                 |
        | is a stream that ends without the response |
        | is one line without end                    |
        | is far too large                           |

    @RST-06 @disturbs @needs-scripted-answers
    Scenario: A session is noted even when its confirmation is refused
      Given the server will refuse the confirmation
      When the client tries to open a session
      Then the handshake ends without a session
      And the client has noted 1 session to close

  Rule: Leaving means ending everything that was noted

    @RST-07 @disturbs @needs-scripted-answers @waits
    Scenario Outline: A client that leaves ends a session whose answer <trouble>
      Given the server names a session but its answer <trouble>
      And the client tried to open a session
      When the client leaves
      Then the client has sent an ending for every session it noted

      Examples:
        | trouble                    |
        | has status 500             |
        | breaks off within its body |
        | falls silent               |

    @RST-07 @disturbs @needs-scripted-answers @needs-contract
    Scenario: An ending that meets a restart is sent again
      Given an open session
      And the server gives the restart answer 2 times during the ending, advertising "0"
      When the client leaves
      Then the client has sent an ending for every session it noted
      And the client sent an ending 3 times
