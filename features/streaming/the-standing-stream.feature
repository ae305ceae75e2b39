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
      When a stream names no session
      Then every answer is 400
