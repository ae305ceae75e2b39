Feature: A session may have a stream that stands by

  Some servers speak first: they hold a stream open for each session and say on
  it what no request has asked for. Whether a server does is its own choice.
  What a client needs is a plain answer, yes or no, each time it asks.

  Rule: The stream is opened, or it is not offered

    @GET-01 @POST-01 @opens
    Scenario: A client asks for the stream of its session
      Given an open session
      When that session is named by
        | a stream |
      Then it is opened as a stream, or not offered

    @GET-04 @opens @needs-stream
    Scenario: A stream that was let go of is opened again
      Given an open session
      When that session is named by
        | a stream |
        | a stream |
      Then each is opened as a stream, or not offered

  Rule: A stream belongs to a session

    @GET-03 @observes @needs-sessions
    Scenario: A stream of no session is refused
      When no session is named by
        | a stream |
      Then every answer is 400

  Rule: What stands in it was asked for by nobody, and is said once

    @SSE-09 @opens @needs-stream
    Scenario: Answers to requests stay out of it
      Given an open session
      And a stream of the session is under way
      When the client sends a real request
      Then the stream answers no request

    @SSE-07 @disturbs @needs-stream @needs-say
    Scenario: Of two streams only one says it
      Given an open session
      And two streams of the session are under way
      When the platform says something
      Then the stream says nothing that another says

  Rule: The server asks for nothing that the client has not offered

    @INIT-12 @opens @needs-stream
    Scenario: A client that offers nothing is asked for nothing
      Given an open session
      And a stream of the session is under way
      When the client sends a real request
      Then the stream asks for nothing but a ping

    @INIT-05 @opens @needs-stream @waits
    Scenario: A client that has not confirmed its session is asked for nothing
      Given a session that is not confirmed yet
      And a stream of the session is under way
      When the platform hears nothing of the session for a while
      Then the stream asks for nothing but a ping
