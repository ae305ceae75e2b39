@needs-sessions
Feature: An idle session costs no memory and loses nothing

  Most sessions are idle most of the time. A platform that keeps each of them in
  memory runs out of it; one that ends them loses its users' work. So it drops
  what an idle session has in memory, and reads it back when its client returns.
  The client must not notice: same session, same revision, same memory.

  Whether a session was really dropped is told by the platform's own record.
  Without that, a session that simply stayed in memory would pass for one that
  came back.

  Rule: A session that comes back is the session that went

    @IDLE-01 @disturbs @needs-idle @needs-safe-tool @waits
    Scenario: An idle session is dropped from memory and comes back
      Given an open session that has counted to 2
      And the platform keeps unused sessions in memory for 1 second
      When the platform hears nothing of the session for a while
      Then the session was dropped from memory
      And the session counts on to 3
      And the session answers a real request

    @IDLE-04 @disturbs @needs-evict
    Scenario: Several requests at once bring one session back
      Given an open session
      When the platform drops unused sessions from memory
      Then the session was dropped from memory
      And the session answers 4 real requests at once
      And the session answers a real request

    @IDLE-05 @disturbs @needs-idle @needs-safe-tool @needs-stream @waits
    Scenario: A stream that is held open keeps nothing in memory
      Given an open session that has counted to 2
      And a stream of the session is under way
      And the platform keeps unused sessions in memory for 1 second
      When the platform hears nothing of the session for a while
      Then the session was dropped from memory
      And the session counts on to 3

  Rule: A session in use stays in memory

    @IDLE-02 @disturbs @needs-idle @waits
    Scenario: Requests now and then keep a session in memory
      Given an open session
      And the platform keeps unused sessions in memory for 2 seconds
      When the platform hears of the session now and then for a while
      Then the session stayed in memory
      And the session answers a real request

    @IDLE-03 @disturbs @needs-idle @needs-hold @waits
    Scenario: A request that takes longer than a session may be idle is answered
      Given an open session
      And the platform keeps unused sessions in memory for 2 seconds
      And a real request of the session is under way
      When the platform hears nothing of the session for a while
      Then the session stayed in memory
      And what was under way is answered
