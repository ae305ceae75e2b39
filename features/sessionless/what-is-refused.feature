Feature: A request that contradicts itself is refused

  Proxies decide by the mark of a request where it goes and whether it may pass;
  the server acts on what is inside. Where the two differ, one of them has been
  deceived. So a server that is asked without a session compares them each time,
  and refuses in a way that tells the client what to change.

  Rule: A request says who asks, and in which revision

    @MOD-02 @provokes @needs-sessionless
    Scenario Outline: What is missing is not guessed: <oddity>
      Given a client that asks for revision 2026-07-28
      When the client sends <oddity>
      Then it is refused as incomplete

      Examples:
        | oddity                                       |
        | a real request that says nothing of its client |
        | a real request without its revision          |
        | a real request without its capabilities      |

    @MOD-03 @provokes @needs-sessionless
    Scenario: A revision that nobody speaks
      Given a client that asks for revision 2026-07-28
      When the client sends a real request of revision 1900-01-01
      Then it is refused with the revisions to ask for

    @MOD-15 @provokes @needs-sessionless
    Scenario: A client that wants to open a session learns what to ask for
      Given the platform keeps no sessions
      When the client sends the opening request once
      Then it is refused by an answer that names a revision

  Rule: The mark of a request is what its inside says

    @MOD-04 @provokes @needs-sessionless
    Scenario: The mark names another revision
      Given a client that asks for revision 2026-07-28
      When the client sends a real request marked with another revision
      Then it is refused as contradictory

    @MOD-21 @provokes @needs-sessionless
    Scenario: The mark names no revision
      Given a client that asks for revision 2026-07-28
      And the platform keeps no sessions
      When the client sends a real request marked with no revision
      Then it is refused as contradictory

    @MOD-05 @provokes @needs-sessionless
    Scenario Outline: The mark does not name the method: <oddity>
      Given a client that asks for revision 2026-07-28
      When the client sends <oddity>
      Then it is refused as contradictory

      Examples:
        | oddity                                           |
        | a real request marked with no method             |
        | a real request marked with another method        |

    @MOD-08 @provokes @needs-sessionless
    Scenario: What a mark says is taken letter by letter
      Given a client that asks for revision 2026-07-28
      When the client sends a real request marked with its method in capitals
      Then it is refused as contradictory

    @MOD-06 @provokes @needs-sessionless @needs-safe-tool
    Scenario Outline: The mark does not name the tool: <oddity>
      Given a client that asks for revision 2026-07-28
      When the client sends <oddity>
      Then it is refused as contradictory

      Examples:
        | oddity                               |
        | a tool call marked with no tool      |
        | a tool call marked with another tool |

  Rule: What this revision does not know is not found

    @MOD-09 @provokes @needs-sessionless
    Scenario Outline: A method is not served: <oddity>
      Given a client that asks for revision 2026-07-28
      When the client sends <oddity>
      Then it is refused as unknown here

      Examples:
        | oddity                                |
        | an unknown request                    |
        | a ping as before                      |
        | a setting of the log level as before  |
