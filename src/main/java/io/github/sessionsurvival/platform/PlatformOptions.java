package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Secret;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a platform is started.
 *
 * @param port the MCP port on loopback; 0 chooses a free one, kept over restarts
 * @param controlPort the control interface's port on loopback; 0 chooses a free one
 * @param store the folder of the durable sessions
 * @param bearer the main caller's bearer; empty: an open server, where everyone is one caller
 * @param otherBearer a second owner's bearer
 * @param controlToken what a pull of the lever must present; empty: no control interface
 */
public record PlatformOptions(
        int port,
        int controlPort,
        Path store,
        Optional<Secret> bearer,
        Optional<Secret> otherBearer,
        Optional<Secret> controlToken) {}
