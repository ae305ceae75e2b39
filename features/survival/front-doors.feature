@needs-sessions
Feature: What stands before a server does not come between it and its sessions

  Few servers are asked directly. Balancers, proxies and platforms stand before
  them: they spread requests over several instances, collect answers before they
  pass them on, end what has been quiet for a while. A session has to live with
  that, or its operator has to know.

  Rule: A session is known wherever its requests arrive

    @TOPO-06 @opens
    Scenario: Every one of many requests is answered
      Given a session that is not confirmed yet
      When the client sends the confirmation
      Then the session answers 20 real requests at once

    @TOPO-07 @opens @needs-second-door
    Scenario: The same session behind another door
      Given an open session
      When the client sends a ping by the other door
      Then it is answered

  Rule: A stream is passed on as it is

    @TOPO-09 @disturbs @needs-say @needs-stream
    Scenario: What is said arrives at once
      Given an open session
      And a stream of the session is under way
      When the platform says something
      Then the stream passes on what is said

    @TOPO-10 @opens @needs-stream @waits
    Scenario: A stream that says nothing stays open for a while
      Given an open session
      And a stream of the session is under way
      When the platform hears nothing of the session for a while
      Then the stream is still open

  Rule: A session belongs to a caller, not to a bearer

    @TOPO-08 @disturbs @needs-new-bearer
    Scenario: A caller goes on with a new bearer
      Given an open session
      When the platform gives the caller a new bearer
      Then the session answers a real request

    @TOPO-08 @disturbs @needs-new-bearer @needs-restart
    Scenario: A caller goes on with a new bearer after a restart
      Given an open session
      And the platform gives the caller a new bearer
      When the platform restarts
      Then the session still answers or is cleanly gone

  Rule: What is sent once arrives once

    A door that sends a request again when its server fell silent cannot know
    whether it was carried out. Of an opening it leaves a session behind that
    nobody can name.

    @TOPO-12 @disturbs @needs-count
    Scenario: An opening arrives once
      When the client opens a session
      Then the platform counted 1 opening
