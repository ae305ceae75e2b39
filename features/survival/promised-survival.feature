@needs-sessions
Feature: A session outlives what its operator promises that it outlives

  MCP lets a server lose its sessions: a client that is told so opens another.
  An operator may promise more, in the target file: that a session outlives a
  restart, a drain, a kill or idle time, and within what time it answers again.
  Users then build on it, so a lost session is no longer a matter of taste.

  That a session answers proves something only where the server looks at the
  ids it is sent. A server that answers invented ids as well has shown nothing.

  Rule: What is promised to be survived is survived, within the promised time

    @RST-17 @disturbs
    Scenario Outline: A session answers in time, as promised, after the platform <event>
      Given an open session
      When the platform <event>
      Then the session answers in time, as promised

      @needs-promised-restart @needs-restart
      Examples: A restart
        | event    |
        | restarts |

      @needs-promised-drain @needs-drain
      Examples: A drain
        | event                     |
        | is drained and comes back |

      @needs-promised-kill @needs-kill
      Examples: A kill
        | event                    |
        | is killed and comes back |

      @needs-promised-replace @needs-replace
      Examples: A deploy
        | event                          |
        | is replaced by another version |

    @RST-17 @opens @needs-promised-idle @waits
    Scenario: A session answers in time, as promised, after a while without a request
      Given an open session
      When the platform hears nothing of the session for a while
      Then the session answers in time, as promised
