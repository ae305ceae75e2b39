Feature: A request may stand alone

  From revision 2026-07-28 on a client opens no session. Each request says by
  itself who asks and in which revision, once on its outside, as a mark for those
  who pass it on, and once inside for the server. What no server keeps, no restart
  can take; but each request has to be complete.

  Rule: A server says which revisions it speaks

    @MOD-01 @observes @needs-sessionless
    Scenario: A client asks what the server is
      Given a client that asks for revision 2026-07-28
      When the client sends a discovery
      Then it is answered with the revisions it speaks

    @MOD-22 @provokes @needs-sessionless
    Scenario: A refusal names the same revisions as a discovery
      Given a client that asks for revision 2026-07-28
      When the client sends a real request of revision 1900-01-01
      Then the server offers the same revisions each time

  Rule: Marks are found in any letters, and may be written in code

    @MOD-08 @provokes @needs-sessionless
    Scenario Outline: A request is understood: <oddity>
      Given a client that asks for revision 2026-07-28
      When the client sends <oddity>
      Then it is answered

      Examples:
        | oddity                                              |
        | a real request with its field names in small letters |
        | a real request with its field names in capitals     |

    @MOD-07 @opens @needs-sessionless @needs-safe-tool
    Scenario: The name of a tool is written in code
      Given a client that asks for revision 2026-07-28
      When the client sends a tool call marked in code
      Then it is answered

  Rule: No session comes of it

    @MOD-23 @provokes @needs-sessionless
    Scenario: A session that a request names is not looked for
      Given a client that asks for revision 2026-07-28
      When the client sends a real request that names a session
      Then it is answered, with no session named

    @MOD-23 @provokes @needs-sessionless
    Scenario Outline: What needs a session is not served: <request>
      Given the platform keeps no sessions
      When no session is named by
        | <request> |
      Then every answer is 405

      Examples:
        | request   |
        | a stream  |
        | an ending |

    @MOD-16 @opens @needs-sessions @needs-sessionless
    Scenario: Sessions and lone requests do not disturb each other
      Given a client that asks for revision 2026-07-28
      And an open session
      When the client sends a real request
      Then it is answered
      And the session answers a real request

  Rule: Answers are of the form that the revision gives them

    @MOD-17 @provokes @needs-sessionless
    Scenario: Errors have codes with a meaning
      Given a client that asks for revision 2026-07-28
      When the client sends one after another
        | an unknown request                           |
        | a real request of revision 1900-01-01        |
        | a real request that says nothing of its client |
        | a real request marked with another method    |
      Then the server sends well-formed messages alone

    @MOD-19 @opens @needs-sessionless
    Scenario: Results say whether they are complete
      Given a client that asks for revision 2026-07-28
      When the client sends one after another
        | a discovery    |
        | a real request |
      Then the server sends well-formed messages alone

    @MOD-25 @opens @needs-sessionless
    Scenario: The stream of an answer asks nothing of its client
      Given a client that asks for revision 2026-07-28
      When an answer comes as a stream
      Then the stream asks for nothing itself

    @MOD-27 @opens @needs-sessionless
    Scenario: The stream of an answer is passed on at once
      Given a client that asks for revision 2026-07-28
      When an answer comes as a stream
      Then the stream asks not to be held back

  Rule: Who asks, and from where, is looked at each time

    @AUTH-01 @opens @needs-sessionless @needs-bearer
    Scenario: A lone request without a credential is refused
      Given a client that asks for revision 2026-07-28
      When the client sends a real request without a bearer
      Then it is refused for want of a credential

    @AUTH-02 @provokes @needs-sessionless @needs-bearer
    Scenario: A lone request with a wrong credential is refused
      Given a client that asks for revision 2026-07-28
      When the client sends a real request with a wrong bearer
      Then it is refused for want of a credential

    @SEC-01 @provokes @needs-sessionless
    Scenario: A lone request from a page elsewhere is refused
      Given a client that asks for revision 2026-07-28
      When the client sends a real request from a page elsewhere
      Then it is refused as foreign
