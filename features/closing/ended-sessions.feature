@needs-sessions
Feature: A session that has ended is gone for good, and says so

  A client that names a dead session has to learn two things at once: this id
  will never work again, and a fresh opening is the way out. Status 404 says
  exactly that. A server that answers 400 instead leaves its clients stuck until
  somebody restarts them by hand, which is the most frequent complaint about
  sessions in the field.

  Rule: Whatever names a dead session is answered with 404

    @SESS-06 @opens @needs-ending
    Scenario: A session that its client has ended
      Given a session that the client has ended
      When that session is named by
        | a real request   |
        | the confirmation |
        | a stream         |
        | an ending        |
      Then every answer is 404

    @SESS-07 @observes
    Scenario: A session that the server never issued
      Given a session that the server never issued
      When that session is named by
        | a real request |
        | a stream       |
        | an ending      |
      Then every answer is 404

    @SESS-07 @disturbs @needs-kill
    Scenario: A session that was lost when the platform was killed
      Given a session that the platform lost when it was killed
      When that session is named by
        | a real request |
        | a stream       |
        | an ending      |
      Then every answer is 404

  Rule: A missing id is another mistake than a dead one

    @SESS-05 @observes
    Scenario: A request that names no session is answered with 400
      When no session is named by
        | a real request |
      Then every answer is 400

  Rule: Ending a session ends that session, and nothing else

    @SESS-10 @opens @needs-ending
    Scenario: The ending of a live session is accepted
      Given an open session
      When the client ends the session
      Then it is accepted
      And the session is gone

    @SESS-11 @opens @needs-ending
    Scenario: Ending a session twice does no harm
      Given an open session
      When the client ends the session
      Then repeating the ending does no harm
      And the session is gone

    @SESS-13 @opens @needs-ending
    Scenario: Ending one session leaves the other
      Given an open session
      And another open session
      When the client ends the second session
      Then the first session answers a real request

    @SESS-22 @opens
    Scenario Outline: Naming a session that <demise> leaves the living one alone
      Given an open session
      And a session that <demise>
      When that session is named by
        | a real request |
        | a ping         |
        | an ending      |
      Then the first session answers a real request

      Examples: Invented
        | demise                  |
        | the server never issued |

      @needs-ending
      Examples: Ended
        | demise               |
        | the client has ended |

    @SESS-12 @opens @needs-ending
    Scenario: A fresh opening works after an ending
      Given a session that the client has ended
      When the client opens a session
      Then the session answers a real request
      And the sessions have different ids
