Feature: A page from elsewhere cannot speak to a server on this machine

  Every page that somebody opens may send requests to servers on the same
  machine. A browser tells a server where a request comes from, and the server
  is the only one who can refuse it. Most servers of today do not.

  Rule: A request from a foreign page is refused

    @SEC-01 @provokes
    Scenario: A request in a session
      Given an open session
      When the client sends a ping from a page elsewhere
      Then it is refused as foreign

    @SEC-01 @provokes
    Scenario: An opening
      When the client sends an opening from a page elsewhere
      Then it is refused as foreign

    @SEC-06 @provokes
    Scenario: A page whose name only begins like a local one
      Given an open session
      When the client sends a ping from a page that looks local
      Then it is refused as foreign

    @SEC-05 @provokes
    Scenario: The refusal belongs to no request
      Given an open session
      When the client sends a ping from a page elsewhere
      Then it is refused by an answer that names no request

  Rule: Who may speak to the server is served

    @SEC-02 @observes
    Scenario: A request that says nothing of a page
      Given an open session
      When the client sends a ping
      Then it is answered

    @SEC-03 @opens
    Scenario: A page that the server itself has delivered
      Given an open session
      When the client sends a ping from a page of its own
      Then it is answered

  Rule: A server of one machine is a server for that machine

    @SEC-08 @provokes
    Scenario: An opening that was meant for another host
      When the client sends an opening for another host
      Then it is refused as foreign

    @SEC-04 @provokes
    Scenario: Another machine finds nobody there
      When the client sends an opening at another address of this machine
      Then it is not reachable
