Feature: A request that is odd is refused, and harms nothing else

  Clients have faults, and proxies mend what they should not touch. A server that
  meets a request it cannot serve has to say so in a way its client understands,
  and to go on as before: servers are known that lost the session, or ended
  altogether, over one malformed message.

  Rule: A request that cannot be served is refused in words that a client understands

    @RPC-09 @provokes
    Scenario: A method that the server does not know
      Given an open session
      When the client sends a request of an unknown method
      Then it is refused as an unknown method

    @RPC-04 @provokes
    Scenario: A refusal carries the number of what it refuses
      Given an open session
      When the client sends a request of an unknown method
      Then the answer belongs to its request

    @RPC-05 @provokes
    Scenario: A message that nobody can read
      Given an open session
      When the client sends a message that breaks off
      Then it is refused as unreadable

    @RPC-07 @provokes
    Scenario: A request whose number is null
      Given an open session
      When the client sends a request whose number is null
      Then it is refused

    @POST-07 @provokes
    Scenario: A message that is labelled as plain text
      Given an open session
      When the client sends a ping as plain text
      Then it is refused

    @POST-08 @provokes
    Scenario: A method of transport that nobody serves
      Given an open session
      When the client sends a request by a method that nobody serves
      Then it is refused with what is served instead

    @POST-03 @provokes
    Scenario: A client that takes no streams
      Given an open session
      When the client sends a ping that takes no streams
      Then it is refused or answered

    @POST-06 @opens @needs-sessions
    Scenario: A confirmation of a session that the server never issued
      Given a session that the server never issued
      When that session is named by
        | the confirmation |
      Then it is refused

  Rule: What the server refused has harmed nobody

    @RPC-10 @provokes @needs-sessions
    Scenario: Two sessions answer after one of them sent everything that is odd
      Given an open session
      And another open session
      When the client sends one after another
        | a request of an unknown method         |
        | a message that breaks off              |
        | a request whose number is null         |
        | two pings in one list                  |
        | a ping of revision 1900-01-01          |
        | a ping as plain text                   |
        | a request by a method that nobody serves |
      Then the first session answers a real request
      And the second session answers a real request

  Rule: Every message has the form of its protocol, refusals too

    @RPC-01 @RPC-03 @provokes
    Scenario: The messages of a whole session are well formed
      Given an open session
      When the client sends one after another
        | a request of an unknown method       |
        | a ping that takes no streams         |
        | a message that breaks off            |
        | a cancellation of an unknown request |
      Then the server sends well-formed messages alone

    @POST-04 @opens
    Scenario: Answers come as a message or as a stream of messages
      Given an open session
      When the client sends a real request
      Then the server sends well-formed messages alone

  Rule: A notice gets no answer

    @POST-05 @opens
    Scenario: A notice is accepted without a word
      Given an open session
      When the client sends a cancellation of an unknown request
      Then it is accepted without a word

    @RPC-08 @opens
    Scenario: A notice is left without an answer
      Given an open session
      When the client sends a cancellation of an unknown request
      Then it is left without an answer

    @CAN-01 @opens
    Scenario: Cancelling what was never asked harms nothing
      Given an open session
      When the client sends a cancellation of an unknown request
      Then the session answers a real request

  Rule: Lists of messages belong to the first revision alone

    @BATCH-01 @opens
    Scenario: Two messages in one list are answered, each of them
      Given a client that asks for revision 2025-03-26
      And an open session
      When the client sends two pings in one list
      Then it is answered, each of them

    @BATCH-03 @provokes
    Scenario: An opening inside a list opens no session
      When the client sends an opening inside a list
      Then it is refused
