Feature: Clients that open sessions at once each get one of their own

  After an outage all clients come back in the same moment, and every one of them
  opens a session. A server that builds sessions slowly may let them wait, and a
  platform may tell them to come again; none of them may be left with a failure,
  or with a session that is somebody else's too.

  Rule: Openings at once are openings like any other

    @QUEUE-01 @provokes @needs-sessions @many
    Scenario: Eight clients open sessions in the same moment
      When 8 clients open a session at once
      Then every client opens its session
      And the sessions have different ids
