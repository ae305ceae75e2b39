@needs-outage
Feature: An outage of what knows the callers costs nobody a session

  Whether a caller may come in is rarely known by the server itself: it asks
  somebody else, and sometimes nobody answers. That says nothing about the
  caller. A server that ends sessions because it could not ask turns a minute's
  outage into everyone's lost work; one that keeps the sessions of a caller who
  may no longer come in leaves the door open.

  Rule: While nobody can tell who may come in, everyone is told to try again

    @OUT-01 @disturbs @needs-sessions
    Scenario: A request in a session during an outage
      Given an open session
      And the platform loses sight of who may come in
      When the client sends a ping
      Then it is told to try again

    @OUT-01 @disturbs
    Scenario: An opening during an outage
      Given the platform loses sight of who may come in
      When the client sends the opening request once
      Then it is told to try again

    @OUT-02 @disturbs @needs-count
    Scenario: An opening that could not be answered leaves nothing behind
      Given the platform loses sight of who may come in
      When the client sends the opening request once
      Then no session is left that nobody can name

  Rule: An outage that is over has ended no session

    @OUT-03 @disturbs @needs-sessions
    Scenario: The session that was asked for meanwhile goes on
      Given an open session
      And the platform loses sight of who may come in
      And that session is named by
        | a real request |
        | a stream       |
        | an ending      |
      When the platform knows again who may come in
      Then the session answers a real request

  Rule: Who may no longer come in is refused for good

    @OUT-04 @disturbs @needs-sessions
    Scenario: The caller of a session is shut out
      Given an open session
      And the platform shuts the caller out
      When the client sends a ping
      Then it is refused for good

    @AUTH-06 @disturbs
    Scenario: A caller who is shut out opens no session
      Given the platform shuts the caller out
      When the client sends the opening request once
      Then it is refused for good

    @OUT-05 @disturbs @needs-sessions
    Scenario: A session of a caller who was shut out does not come back
      Given an open session
      And the platform shuts the caller out
      And the client sends a ping
      When the platform knows again who may come in
      Then the session is gone
      And a fresh opening succeeds
