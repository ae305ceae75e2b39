@needs-sessions @needs-other-bearer
Feature: A session belongs to the caller who opened it

  Two people use the same server, each with a bearer of their own. The id of one
  person's session may reach the other: by a shared log, by a link, by mistake.
  It must not open the session, and the attempt must not harm it.

  Rule: Another caller is turned away, whatever the request

    @SESS-18 @provokes
    Scenario Outline: Another caller's <request>
      Given an open session
      When another caller names that session by
        | <request> |
      Then it is refused
      And the session answers a real request

      Examples:
        | request        |
        | a real request |
        | a stream       |
        | an ending      |
