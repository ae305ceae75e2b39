Feature: A session is found by its name, and speaks the revision it agreed on

  Between a client and its server stand proxies that change the spelling of
  names, and libraries that forget what was agreed. A server has to tell what
  must be the same from what may differ: the name of a field may come in any
  letters, the id of a session may not.

  Rule: A request of another revision is refused, one that names none is not

    @VER-05 @provokes
    Scenario Outline: A revision that the server does not speak is refused: <oddity>
      Given a client that asks for revision 2025-11-25
      And an open session
      When the client sends <oddity>
      Then it is refused as a wrong request
      And the session answers a real request

      Examples:
        | oddity                        |
        | a ping of revision 1900-01-01 |
        | a ping of a garbled revision  |

    @VER-06 @provokes
    Scenario: A request that names no revision is of the one that was agreed
      Given an open session
      When the client sends a ping that names no revision
      Then it is answered

  Rule: The names of fields may be spelt in any letters

    @SESS-14 @provokes @needs-sessions
    Scenario Outline: The session is found by <oddity>
      Given an open session
      When the client sends <oddity>
      Then it is answered

      Examples:
        | oddity                                     |
        | a ping with its field names in small letters |
        | a ping with its field names in capitals    |

    @HTTP-05 @provokes @needs-sessions
    Scenario: Spaces around an id are not part of it
      Given an open session
      When the client sends a ping with spaces around the session id
      Then it is answered

  Rule: The id of a session is taken letter by letter

    @SESS-15 @provokes @needs-sessions
    Scenario: An id in other letters is another id
      Given an open session
      When the client sends a ping with the session id in other letters
      Then it is not known
