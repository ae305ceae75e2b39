@needs-sessions
Feature: A deploy costs nobody a session

  A new version is put in the place of an old one many times a week, and nobody
  waits for sessions to end before. Whoever has a session goes on in it, whoever
  opens one gets one, and the old version leaves without having to be killed. A
  deploy that drops sessions is an outage that somebody has scheduled.

  How it went is told in numbers: how many sessions were held through it, and how
  many of them were lost.

  Rule: Who has a session when the version changes goes on in it

    @TOPO-01 @disturbs @needs-replace @needs-promised-replace @many
    Scenario: Sessions are held through a deploy
      Given 8 open sessions that clients keep asking for
      When the platform is replaced by another version
      Then whoever asked goes on in its session

    @TOPO-01 @disturbs @needs-replace @needs-promised-replace @crowd @slow
    Scenario: A multitude of sessions is held through a deploy
      Given 200 open sessions that clients keep asking for
      When the platform is replaced by another version
      Then whoever asked goes on in its session

  Rule: Nobody meets a failure while the version changes

    @TOPO-02 @disturbs @needs-replace @many
    Scenario: Requests meet no failure
      Given 8 open sessions that clients keep asking for
      When the platform is replaced by another version
      Then whoever asked meets no failure

    @TOPO-03 @disturbs @needs-replace
    Scenario: Handshakes meet no failure
      Given 2 clients that keep opening sessions
      When the platform is replaced by another version
      Then whoever asked meets no failure

    @TOPO-13 @disturbs @needs-drain @needs-contract
    Scenario: Handshakes that are under way when the platform is drained meet no failure
      Given 2 clients that keep opening sessions
      When the platform is drained and comes back
      Then whoever asked meets no failure

  Rule: A platform that is told to go down does so

    @TOPO-04 @disturbs @needs-drain @needs-stream
    Scenario: A stream that is held open ends
      Given an open session
      And a stream of the session is under way
      When the platform is drained and comes back
      Then the stream has ended

    @TOPO-05 @disturbs @needs-drain @needs-stream
    Scenario: A stream that is held open keeps nobody waiting
      Given an open session
      And a stream of the session is under way
      When the platform is drained and comes back
      Then the platform went down in time

  Rule: A platform that sleeps while nobody asks is there when somebody does

    @TOPO-11 @disturbs @needs-sleep
    Scenario: Whoever comes first wakes the platform
      Given the platform goes to sleep
      When the client opens a session
      Then the platform woke up in time

    @RST-10 @disturbs @needs-sleep
    Scenario: A session answers or is gone after the platform slept
      Given an open session
      When the platform goes to sleep
      Then the session still answers or is cleanly gone
      And a fresh opening succeeds
