Feature: A restart takes nothing from a client without a session

  Where requests stand alone, surviving a restart means that nobody notices one:
  the next request works, without a handshake, whoever answers it. Only what was
  on its way is lost, and a subscription that has to be made again.

  Rule: The next request just works

    @MOD-12 @disturbs @needs-restart @needs-sessionless
    Scenario: The first request after a restart is answered
      Given a client that asks for revision 2026-07-28
      When the platform restarts
      Then the server answers a real request
      And the server answers a discovery
      And the server offers the same revisions each time

    @MOD-12 @disturbs @needs-kill @needs-sessionless
    Scenario: The first request after a kill is answered
      Given a client that asks for revision 2026-07-28
      When the platform is killed and comes back
      Then the server answers a real request

  Rule: Who is struck learns what to do

    @MOD-29 @disturbs @needs-restart-in-flight @needs-sessionless
    Scenario: A request that meets a restart is told to try again
      Given a client that asks for revision 2026-07-28
      And the platform will restart 1 time during the real request, before it is carried out
      When the client sends a real request
      Then it is told to try again, under its own number

    @MOD-13 @disturbs @needs-drain @needs-sessionless
    Scenario: A subscription is told of its end
      Given a client that asks for revision 2026-07-28
      And a subscription is under way
      When the platform is drained and comes back
      Then what was under way is answered
      And the server answers a subscription
