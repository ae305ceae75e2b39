Feature: An opening that is refused leaves nothing behind

  An opening creates something that lives on: a session, with the memory it
  costs. Whatever a server thinks of an opening it has to decide before it
  creates one. A session that is made for a refused opening has no client, so
  nobody will ever end it.

  Rule: An opening has to say who opens what

    @INIT-10 @provokes
    Scenario Outline: It is refused as <oddity>
      When the client sends <oddity>
      Then it is refused

      Examples:
        | oddity                                |
        | an opening without its revision       |
        | an opening without its capabilities   |
        | an opening without its client's name  |

    @VER-07 @provokes
    Scenario: Saying the revision twice does no harm
      Given a client that asks for revision 2025-11-25
      When the client sends an opening that says its revision twice
      Then it is answered

  Rule: An opening within a session does not replace it

    @INIT-09 @provokes @needs-sessions
    Scenario: The session is still what it was
      Given an open session
      When the client sends an opening within the session
      Then it is refused
      And the session answers a real request

  Rule: The server alone decides what a session is called

    @SESS-23 @provokes @needs-sessions
    Scenario: An id that an opening has made up names no session
      Given a session that an opening has made up
      When that session is named by
        | a real request |
      Then it is refused

  Rule: A server that tells no ids asks for none

    @SESS-19 @disturbs
    Scenario: A session without an id is used without one
      Given the platform keeps its sessions to itself
      And an open session
      When the client sends a ping
      Then it is answered

  Rule: A session that waits for its confirmation already answers pings

    @INIT-07 @opens
    Scenario: A ping before the confirmation
      Given a session that is not confirmed yet
      When the client sends a ping
      Then it is answered with nothing but its number

    @INIT-08 @provokes
    Scenario: A real request before the confirmation
      Given a session that is not confirmed yet
      When the client sends a real request
      Then it is refused or answered
