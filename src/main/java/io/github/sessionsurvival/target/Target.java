package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.RestartAnswer;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;

/**
 * A server under test, as declared. Values only: starting it and building its lever is the work of others in this room.
 *
 * @param name for people and the report
 * @param url where it answers, used exactly as given
 * @param caller the main caller
 * @param otherCaller a second caller, for ownership; empty where none is configured
 * @param contract the restart answer the target declares; empty: contract requirements are not applicable
 * @param probe the real request of the target file; empty: chosen from the declared capabilities
 * @param safeTool a tool that may be called; empty: none
 * @param limits deadlines and ceilings
 */
public record Target(
        String name,
        URI url,
        Caller caller,
        Optional<Caller> otherCaller,
        Optional<RestartAnswer> contract,
        Optional<Probe> probe,
        Optional<Probe> safeTool,
        Limits limits) {

    public Target {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(url, "url");
    }

    /** Whether the URL's host is this machine: elsewhere only harmless scenarios run unless the operator allows more. */
    public boolean isLoopback() {
        String host = url.getHost();
        return host != null && (host.equals("localhost") || host.equals("[::1]") || host.startsWith("127."));
    }
}
