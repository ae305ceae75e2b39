package io.github.sessionsurvival.platform;

import io.github.sessionsurvival.wire.Secret;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * How a platform is started.
 *
 * @param port the MCP port on loopback; 0 chooses a free one, kept over restarts
 * @param controlPort the control interface's port on loopback; 0 chooses a free one
 * @param store the folder of the durable sessions
 * @param bearer the main caller's bearer; empty: an open server, where everyone is one caller
 * @param otherBearer a second owner's bearer
 * @param controlToken what a pull of the lever must present; empty: no control interface
 * @param defects what is to be wrong with it; empty: nothing
 */
public record PlatformOptions(
        int port,
        int controlPort,
        Path store,
        Optional<Secret> bearer,
        Optional<Secret> otherBearer,
        Optional<Secret> controlToken,
        Set<Defect> defects) {

    public PlatformOptions {
        defects = Set.copyOf(defects);
    }

    /** A sound platform. */
    public PlatformOptions(
            int port,
            int controlPort,
            Path store,
            Optional<Secret> bearer,
            Optional<Secret> otherBearer,
            Optional<Secret> controlToken) {
        this(port, controlPort, store, bearer, otherBearer, controlToken, Set.of());
    }
}
