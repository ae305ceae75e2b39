@needs-contract
Feature: Only the documented restart answer earns another attempt

  Other troubles look like a restart. An outage of the login service, of the
  organization's directory or of the session store shares its status, its error
  code and its advice to wait; a gateway's own error page shares its status;
  a dead session shares its error code. Sending the opening again in any of
  these cases repeats what somebody may have done already, and hides from the
  operator what is really wrong.

  The client therefore compares the whole answer. It is strict about what the
  restart answer says, and relaxed about how it is wrapped.

  Rule: One differing part makes an answer final

    @RST-04 @disturbs @needs-scripted-answers
    Scenario Outline: An answer is final when its <part> is <value>
      Given the server gives a restart answer whose <part> is "<value>"
      When the client tries to open a session
      Then the handshake ends with the last answer it was given
      And the client made 1 attempt
      And the differing part is the <part>

      Examples: Another status with the very same text
        | part   | value |
        | status | 200   |
        | status | 202   |
        | status | 401   |
        | status | 403   |
        | status | 404   |
        | status | 405   |
        | status | 429   |
        | status | 500   |
        | status | 502   |
        | status | 504   |

      Examples: Another protocol, request or code
        | part       | value         |
        | jsonrpc    | 1.0           |
        | jsonrpc    | missing       |
        | request id | 1             |
        | request id | text          |
        | request id | the request's |
        | request id | missing       |
        | error code | -32000        |
        | error code | -32003        |
        | error code | -32603        |
        | error code | text          |
        | error code | missing       |

      Examples: The message is all there is to tell these outages by
        | part    | value                                                             |
        | message | Authentication temporarily unavailable - please retry             |
        | message | Organization authorization temporarily unavailable - please retry |
        | message | Session storage temporarily unavailable - please retry            |
        | message | Session timed out, please reconnect                               |
        | message | MCP session is restarting unexpectedly                            |

      Examples: Nearly the message
        | part    | value                                    |
        | message | MCP session is restarting                |
        | message | MCP session is restarting, please retry. |
        | message | mcp session is restarting, please retry  |
        | message | trailing space                           |
        | message | missing                                  |

    @RST-04 @disturbs @needs-scripted-answers
    Scenario Outline: An answer is final when it is <look-alike>
      Given the server answers the opening with <look-alike>
      When the client tries to open a session
      Then the handshake ends with the last answer it was given
      And the client made 1 attempt
      And the differing part is the <part>

      Examples: The text in another shape
        | look-alike                                | part |
        | a restart answer inside a list            | body |
        | a restart answer as a stream              | body |
        | a restart answer behind a byte order mark | body |
        | a restart answer with text after it       | body |
        | a restart answer that breaks off          | body |
        | a restart answer with a member twice      | body |
        | the message alone, as text                | body |
        | an empty body                             | body |
        | a gateway's error page                    | body |

      Examples: An object with other members
        | look-alike                         | part       |
        | a restart answer beside a result   | result     |
        | the message as a bare error        | jsonrpc    |
        | a restart answer without its error | error code |

      Examples: Refusals that share the error code
        | look-alike                | part   |
        | a refused credential      | status |
        | a session that timed out  | status |
        | a session that is unknown | status |

  Rule: How the restart answer is wrapped makes no difference

    @RST-04 @disturbs @needs-scripted-answers
    Scenario Outline: A restart answer with <oddity> is followed
      Given the server answers the opening with a restart answer with <oddity>
      When the client tries to open a session
      Then the client made 2 attempts
      And every attempt carried the same request

      Examples:
        | oddity                       |
        | one more member              |
        | details in its error         |
        | its members in another order |
        | another media type           |
        | white space around it        |
        | an empty session id          |

  Rule: An id beside any answer ends the attempts

    Once an id is on the wire, a session may exist. It has to be ended; it must
    not be used, for the answer did not say that it is ready.

    @SESS-16 @RST-06 @disturbs @needs-scripted-answers
    Scenario Outline: A session named beside <answer> is noted, never adopted
      Given the server names a session beside <answer>
      When the client tries to open a session
      Then the client made 1 attempt
      And the handshake ends without a session
      And the client has noted 1 session to close
      And a fresh opening names no session

      Examples:
        | answer                             |
        | a restart answer                   |
        | a server error                     |
        | a refused credential               |
        | an error in a success              |
        | an error in a success, as a stream |

  Rule: Trouble on the line is no restart answer

    Nobody can tell whether a request whose answer was lost has been carried
    out. The client says what happened and leaves the next step to its user.

    @RST-15 @disturbs @waits
    Scenario Outline: An opening is final when its answer <trouble>
      Given the answer to the opening <trouble>
      When the client tries to open a session
      Then the handshake ends because <cause>
      And the client made 1 attempt

      @needs-scripted-answers
      Examples: After the answer has begun
        | trouble                                    | cause                                       |
        | breaks off within its body                 | the connection was lost                     |
        | falls silent                               | no whole answer came in time                |
        | trickles without end                       | no whole answer came in time                |
        | is a stream that ends without the response | the event stream ended without the response |

      @needs-hold
      Examples: Before it has begun
        | trouble                     | cause                   |
        | is cut off before it begins | the connection was lost |
