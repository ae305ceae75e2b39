@needs-sessions
Feature: A server that limits its sessions turns new ones away, never old ones

  A server may allow a caller only so many sessions. One that throws out an open
  session to let another in takes somebody's work; one that lets all in who ask
  at the same moment has no limit; one that never gives room back locks everyone
  out. So whoever comes too late is told to come back, and nothing else happens.

  Rule: One too many is told when to come back

    @LIM-01 @disturbs @needs-session-cap
    Scenario: An opening finds no room
      Given the platform keeps at most 1 session
      And an open session
      When the client sends the opening request once
      Then it is told that there is no room

  Rule: An open session stays, whoever comes

    @LIM-02 @disturbs @needs-session-cap
    Scenario: The sessions that were there first go on
      Given the platform keeps at most 2 sessions
      And an open session
      And another open session
      When the client sends the opening request once
      Then the first session answers a real request
      And the second session answers a real request

  Rule: However many ask at once, no more get in than there is room for

    @LIM-03 @disturbs @needs-session-cap
    Scenario: Many openings at once
      Given the platform keeps at most 2 sessions
      When 8 clients open a session at once
      Then the client has noted 2 sessions to close

  Rule: Room that comes free is given to who comes next

    @LIM-04 @disturbs @needs-session-cap @needs-ending
    Scenario: A session that has ended makes room
      Given the platform keeps at most 1 session
      And an open session
      When the client ends the session
      Then a fresh opening succeeds

    @LIM-04 @disturbs @needs-session-cap
    Scenario: An opening that was turned away takes no room
      Given the platform keeps at most 2 sessions
      And 6 clients open a session at once
      And the client ends the first session
      When the client opens another session
      Then the session answers a real request
