@needs-sessions
Feature: A platform short of memory drops sessions from memory, never sessions

  A platform keeps only so many sessions in memory. When one more is opened, the
  one that has been unused for longest goes, and comes back when it is asked
  again. What is busy stays. Where everything is busy, memory has to wait: an
  opening is not refused for it.

  Rule: What goes is what has been unused for longest

    @EVICT-01 @disturbs @needs-evict @needs-safe-tool
    Scenario: A session that is dropped from memory keeps its own memory
      Given an open session that has counted to 2
      When the platform drops unused sessions from memory
      Then the session was dropped from memory
      And the session counts on to 3

    @EVICT-02 @disturbs @needs-cap
    Scenario: One session too many drops the one unused for longest
      Given an open session
      And another open session
      And the first session answers a real request
      And the platform keeps at most 2 sessions in memory
      When the client opens another session
      Then the second session was dropped from memory
      And the first session stayed in memory
      And the second session answers a real request

  Rule: What is busy stays

    @EVICT-03 @disturbs @needs-cap @needs-hold
    Scenario: A busy session stays, though it began before the others
      Given an open session
      And a real request of the first session is under way
      And another open session
      And the platform keeps at most 2 sessions in memory
      When the client opens another session
      Then the second session was dropped from memory
      And the first session stayed in memory
      And what was under way is answered

    @EVICT-04 @disturbs @needs-cap @needs-hold
    Scenario: Where everything is busy one more session opens all the same
      Given an open session
      And the platform keeps at most 1 session in memory
      And a real request of the session is under way
      When the client opens another session
      Then the first session stayed in memory
      And the second session answers a real request
      And what was under way is answered
