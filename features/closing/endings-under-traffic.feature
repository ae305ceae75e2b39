@needs-sessions
Feature: A session that ends while it is in use is told as gone

  Sessions rarely end in silence. Requests are on their way when a client leaves,
  and two parts of the same program may both tidy up. In that moment servers are
  known that answer with a failure of their own, or with the advice to try again,
  which for a session that will never come back is the worst advice of all.

  Rule: Who asks for a session that is just being ended learns that it is gone

    @END-01 @provokes @needs-ending @many
    Scenario: Sessions end under the requests of their clients
      Given 4 open sessions that clients keep asking for
      When the client ends every session
      Then whoever asked learns that its session is gone, and meets no failure

  Rule: Endings of one session do not get in each other's way

    @END-02 @provokes @needs-ending
    Scenario: Five clients end one session
      Given an open session
      When 5 clients end the session at once
      Then each is accepted, or not known any more
      And the session is gone
