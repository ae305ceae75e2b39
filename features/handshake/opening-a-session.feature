Feature: A client opens a session with one handshake

  A session begins with two messages: the client's opening request, which the
  server answers with what it can do, and the client's confirmation, which the
  server takes without a word. Whatever goes wrong later is measured against
  this page, so it is the first one to read when a run is red.

  An answer with the right status is not yet an open session: gateways hand out
  session ids while the server behind them is down. A session counts as open
  when the answer is a result for this very request, and as alive when it then
  answers a real request.

  Rule: The server answers the opening with who it is and what it speaks

    @INIT-02 @RPC-02 @opens
    Scenario: The opening request is answered with a result of its own
      When the client sends the opening request once
      Then the server introduces itself
      And the answer belongs to its request

    @INIT-02 @disturbs @needs-scripted-answers
    Scenario Outline: A server may answer the opening <form>
      Given the server answers <form>
      When the client opens a session
      Then the session answers a real request

      Examples:
        | form         |
        | in one piece |
        | as a stream  |

    @VER-01 @opens
    Scenario Outline: Revision <revision> is agreed when it is asked for
      Given a client that asks for revision <revision>
      When the client opens a session
      Then the agreed revision is <revision>
      And the session answers a real request

      Examples:
        | revision   |
        | 2025-03-26 |
        | 2025-06-18 |
        | 2025-11-25 |

    @VER-02 @opens
    Scenario: A revision nobody speaks is answered with one that the server speaks
      Given a client that asks for revision 1900-01-01
      When the client sends the opening request once
      Then the server offers a revision that it keeps to

    @VER-03 @opens
    Scenario: The revision that is offered is the latest one
      Given a client that asks for revision 1900-01-01
      When the client sends the opening request once
      Then the server offers the latest revision that it speaks

  Rule: The confirmation is taken without a word

    @INIT-04 @opens
    Scenario: The confirmation is accepted and gets no answer
      Given a session that is not confirmed yet
      When the client sends the confirmation
      Then it is accepted without a word

  Rule: Every opening gives a session of its own

    @INIT-14 @SESS-02 @opens @needs-sessions
    Scenario: Two openings give two sessions
      Given an open session
      When the client opens another session
      Then the sessions have different ids
      And the first session answers a real request
      And the second session answers a real request

    @SESS-03 @SESS-01 @opens @needs-sessions
    Scenario: A session id is made of printable characters
      When the client opens a session
      Then the server names the session by a printable id

  Rule: An open session answers

    @PING-01 @observes
    Scenario: A ping is answered with nothing but its own number
      Given an open session
      When the client sends a ping
      Then it is answered with nothing but its number

  Rule: The client keeps its side of the handshake

    @INIT-13 @disturbs @needs-scripted-answers
    Scenario Outline: The client understands <answer>
      Given the server answers the opening with <answer>
      When the client tries to open a session
      Then the handshake ends successfully

      Examples:
        | answer                        |
        | a result in one piece         |
        | a result as a stream          |
        | a result in an endless stream |

    @INIT-01 @INIT-03 @SESS-04 @VER-04 @opens
    Scenario: The client says what the protocol asks of it, once and every time
      Given an open session
      When the client sends a real request
      Then the client introduced itself in the opening request
      And the client sent the confirmation 1 time
      And every later request named the session and its revision
