@needs-bearer
Feature: Without its bearer nobody gets at a session

  The id of a session stands in logs, in traces and in the memory of proxies. It
  says which session is meant, and nothing about who may use it. Whoever comes
  without a valid bearer is turned away, is told where to get one, and learns
  nothing about which sessions exist.

  Rule: A bearer is asked for whatever the request is

    @AUTH-01 @SEC-07 @provokes
    Scenario: An opening without a bearer
      When the client sends an opening without a bearer
      Then it is refused for want of a credential

    @AUTH-02 @provokes
    Scenario: An opening with a wrong bearer
      When the client sends an opening with a wrong bearer
      Then it is refused for want of a credential

    @SESS-17 @AUTH-01 @provokes @needs-sessions
    Scenario: A session that is named without a bearer
      Given an open session
      When a caller without a bearer names that session by
        | a real request |
        | a stream       |
        | an ending      |
      Then every answer is 401

    @AUTH-02 @provokes @needs-sessions
    Scenario: A session that is named with a wrong bearer
      Given an open session
      When a caller with a wrong bearer names that session by
        | a real request |
        | a stream       |
        | an ending      |
      Then every answer is 401

  Rule: Who has no bearer learns nothing about sessions

    @AUTH-08 @provokes @needs-sessions
    Scenario: A session that does not exist is refused like one that does
      Given a session that the server never issued
      When a caller without a bearer names that session by
        | a real request |
      Then every answer is 401

  Rule: A refusal tells the way and does no harm

    @AUTH-03 @HTTP-06 @provokes
    Scenario: The refusal tells where to get access
      When the client sends an opening without a bearer
      Then the refusal tells where to get access

    @AUTH-04 @provokes
    Scenario: The refusal tells who grants access
      When the client sends an opening without a bearer
      Then the refusal tells of a document that names who grants access

    @AUTH-07 @provokes @needs-sessions
    Scenario: The owner's session goes on
      Given an open session
      When a caller with a wrong bearer names that session by
        | a real request |
        | an ending      |
      Then the session answers a real request
