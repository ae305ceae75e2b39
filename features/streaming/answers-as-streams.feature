Feature: An answer that comes as a stream is whole, and can be resumed

  A server may give its answer as a stream of events: notices first, the answer
  last. Streams break off, most of all where platforms restart and proxies grow
  impatient. What was missed can be asked for again, if every event has a name
  of its own and the server keeps apart what belongs to which request.

  Rule: The stream that answers a request holds that answer, and ends

    @SSE-01 @opens
    Scenario: The answer is in the stream, once
      Given an open session
      When an answer comes as a stream
      Then the stream holds its answer once

    @SSE-02 @opens
    Scenario: Nothing is kept open behind the answer
      Given an open session
      When an answer comes as a stream
      Then the stream ends behind its answer

    @SSE-03 @opens
    Scenario: The stream waits for its answer
      Given a client that asks for revision 2025-06-18
      And an open session
      When an answer comes as a stream
      Then the stream does not end before its answer

    @SSE-08 @opens
    Scenario: The stream is about its own request
      Given an open session
      When an answer comes as a stream
      Then the stream says nothing of other requests

  Rule: Every event can be named, from the first one on

    @SSE-04 @opens
    Scenario: A client can resume before anything was said
      Given a client that asks for revision 2025-11-25
      And an open session
      When an answer comes as a stream
      Then the stream begins with an event that says nothing

    @RES-01 @opens
    Scenario: Events of two streams have names of their own
      Given an open session
      And an answer comes as a stream
      When another answer comes as a stream
      Then the stream names no event twice

  Rule: A stream that is resumed goes on where it broke off

    @RES-02 @opens @needs-stream
    Scenario: Whoever asks for the rest is answered
      Given an open session
      And an answer comes as a stream
      When the client resumes the first stream behind its first event
      Then it is resumed, opened afresh, or not offered

    @RES-07 @provokes @needs-stream
    Scenario: Whoever asks for the rest of what nobody knows gets a plain answer
      Given an open session
      When the client sends a resumption behind an unknown event
      Then it is resumed, opened afresh, or not offered

    @RES-06 @disturbs @needs-restart @needs-stream
    Scenario: Whoever asks for the rest after a restart gets a plain answer
      Given an open session
      And an answer comes as a stream
      And the platform restarts
      When the client resumes the first stream behind its first event
      Then it is resumed, opened afresh, or not offered

    @RES-04 @opens @needs-stream
    Scenario: The rest of the stream holds the answer
      Given an open session
      And an answer comes as a stream
      When the client resumes the first stream behind its first event
      Then the stream holds its answer once

    @RES-03 @opens @needs-stream
    Scenario: The rest of one stream holds nothing of another
      Given an open session
      And an answer comes as a stream
      And another answer comes as a stream
      When the client resumes the first stream behind its first event
      Then the stream says nothing of other requests

    @RES-08 @opens @needs-stream
    Scenario: What was read to its end does not come again
      Given an open session
      And an answer comes as a stream
      When the client resumes the first stream behind its last event
      Then the stream says nothing again

  Rule: A stream that breaks off is no reason to give up its answer

    @SSE-10 @opens @needs-stream
    Scenario: A client that lets go of a stream has not cancelled its request
      Given an open session
      And an answer comes as a stream that the client lets go of
      When the client resumes the first stream behind its first event
      Then the stream holds its answer once

    @SSE-05 @opens
    Scenario: A stream that ends early says when to come back
      Given a client that asks for revision 2025-11-25
      And an open session
      When an answer comes as a stream
      Then the stream says when to come back, should it end early

    @SSE-05 @disturbs @needs-paused-answers
    Scenario: A stream that pauses says when to come back
      Given a client that asks for revision 2025-11-25
      And an open session
      And the server answers as a stream that pauses
      When an answer comes as a stream
      Then the stream says when to come back, should it end early

    @RES-04 @disturbs @needs-paused-answers @needs-stream
    Scenario: The rest of a stream that paused holds the answer
      Given a client that asks for revision 2025-11-25
      And an open session
      And the server answers as a stream that pauses
      And an answer comes as a stream
      When the client resumes the first stream behind its first event
      Then the stream holds its answer once
