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
 * @param promises what the operator promises beyond MCP
 * @param limits deadlines and ceilings
 * @param way what lies between
 */
public record Target(
        String name,
        URI url,
        Caller caller,
        Optional<Caller> otherCaller,
        Optional<RestartAnswer> contract,
        Optional<Probe> probe,
        Optional<Probe> safeTool,
        Promises promises,
        Limits limits,
        Way way) {

    public Target {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(url, "url");
    }

    /** A target of which nothing is known but where it is, who calls, and what it documents. */
    public static Target at(
            String name, URI url, Caller caller, Optional<Caller> otherCaller, Optional<RestartAnswer> contract) {
        return new Target(
                name,
                url,
                caller,
                otherCaller,
                contract,
                Optional.empty(),
                Optional.empty(),
                Promises.NONE,
                Limits.DEFAULT,
                Way.STRAIGHT);
    }

    public Target withContract(Optional<RestartAnswer> other) {
        return new Target(name, url, caller, otherCaller, other, probe, safeTool, promises, limits, way);
    }

    public Target withSafeTool(Probe tool) {
        return new Target(name, url, caller, otherCaller, contract, probe, Optional.of(tool), promises, limits, way);
    }

    public Target withPromises(Promises other) {
        return new Target(name, url, caller, otherCaller, contract, probe, safeTool, other, limits, way);
    }

    public Target withLimits(Limits other) {
        return new Target(name, url, caller, otherCaller, contract, probe, safeTool, promises, other, way);
    }

    public Target withWay(Way other) {
        return new Target(name, url, caller, otherCaller, contract, probe, safeTool, promises, limits, other);
    }

    /** Whether the URL's host is this machine: elsewhere only harmless scenarios run unless the operator allows more. */
    public boolean isLoopback() {
        return Loopback.is(url);
    }
}
