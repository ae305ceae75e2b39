package io.github.sessionsurvival.target;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A server that the suite started: one process group, or several instances behind a balancer of the suite's own. What is
 * done to it is done to all of it; the URL stays the same.
 */
public final class StartedService implements AutoCloseable {

    /** What an instance has under way when nothing new comes to it, it may finish first; then it is told to end. */
    private static final Duration LEAVES_WITHIN = Duration.ofSeconds(2);

    /** Starts one instance on ports of its own. */
    private interface Starting {
        StartedServer start(StartCommand command, URI url, ChosenPorts ports);
    }

    private final Starting starting;
    private final StartCommand first;
    private final URI url;
    private final Optional<Balancer> balancer;
    private final List<StartedServer> instances;
    private StartCommand present;

    private StartedService(
            Starting starting,
            StartCommand first,
            URI url,
            Optional<Balancer> balancer,
            List<StartedServer> instances) {
        this.starting = starting;
        this.first = first;
        this.url = url;
        this.balancer = balancer;
        this.instances = instances;
        this.present = first;
    }

    /**
     * Starts it and returns when every instance accepts a connection.
     *
     * @param url where it is to be reached
     * @throws StartFailure when one does not within its time, with the last lines it wrote
     */
    public static StartedService start(
            String name, StartCommand start, URI url, ChosenPorts ports, ServerOutput output, StartedServers records) {
        Starting starting =
                (command, where, chosen) -> StartedServer.start(name, command, where, chosen, output, records);
        List<StartedServer> instances = new ArrayList<>();
        if (!start.needsBalancer()) {
            instances.add(starting.start(start, url, ports));
            return new StartedService(starting, start, url, Optional.empty(), instances);
        }
        try {
            for (int i = 0; i < start.replicas(); i++) {
                instances.add(onItsOwnPort(starting, start, url));
            }
            Balancer balancer = Balancer.open(UrlRule.port(url), portsOf(instances));
            return new StartedService(starting, start, url, Optional.of(balancer), instances);
        } catch (RuntimeException e) {
            instances.forEach(StartedServer::close);
            throw e;
        }
    }

    private static StartedServer onItsOwnPort(Starting starting, StartCommand command, URI url) {
        ChosenPorts own = StartedServer.freePorts(true, false);
        return starting.start(command, at(url, own.server()), own);
    }

    private static URI at(URI url, int port) {
        return URI.create(url.getScheme() + "://" + url.getHost() + ":" + port + url.getRawPath());
    }

    private static List<Integer> portsOf(List<StartedServer> instances) {
        return instances.stream().map(StartedServer::port).toList();
    }

    /** Whether another version of it is known. */
    boolean canBeReplaced() {
        return first.next().isPresent();
    }

    /**
     * A rolling deploy: one instance after the other. Each new one accepts connections before the old one is told to end,
     * which is given its grace. A second deploy brings the first version back.
     */
    synchronized void replace() {
        Balancer before = balancer.orElseThrow();
        StartCommand other = present.equals(first) ? first.next().orElseThrow() : first;
        for (int i = 0; i < instances.size(); i++) {
            StartedServer fresh = onItsOwnPort(starting, other, url);
            StartedServer old = instances.set(i, fresh);
            before.sendTo(portsOf(instances));
            before.awaitQuiet(old.port(), LEAVES_WITHIN);
            old.close();
        }
        present = other;
    }

    /** SIGTERM and the whole grace, one instance after the other; whether each ended by itself within it. */
    synchronized boolean restartGently() {
        return instances.stream().map(StartedServer::restartGently).toList().stream()
                .allMatch(inTime -> inTime);
    }

    /** SIGTERM and no time to finish anything. */
    synchronized void restartAtOnce() {
        instances.forEach(StartedServer::restartAtOnce);
    }

    /** SIGKILL. */
    synchronized void restartAfterKill() {
        instances.forEach(StartedServer::restartAfterKill);
    }

    /** Whether every instance still runs. */
    synchronized boolean isRunning() {
        return instances.stream().allMatch(StartedServer::isRunning);
    }

    /** How an instance ended without having been told to, with its last lines; empty where all run. */
    public synchronized Optional<String> endedByItself() {
        return instances.stream()
                .map(StartedServer::endedByItself)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Freezes it whole. */
    synchronized void stop() {
        instances.forEach(StartedServer::stop);
    }

    /** Lets it go on. */
    synchronized void goOn() {
        instances.forEach(StartedServer::goOn);
    }

    /** Bytes that the frozen instances have been sent and have not read, where this machine can tell. */
    synchronized Optional<Long> unreadBytes() {
        List<Optional<Long>> each =
                instances.stream().map(StartedServer::unreadBytes).toList();
        return each.stream().allMatch(Optional::isPresent)
                ? Optional.of(IntStream.range(0, each.size())
                        .mapToLong(i -> each.get(i).orElseThrow())
                        .sum())
                : Optional.empty();
    }

    /** Ends it: the door first, then SIGTERM, the grace, SIGKILL. Idempotent. */
    @Override
    public synchronized void close() {
        balancer.ifPresent(Balancer::close);
        instances.forEach(StartedServer::close);
    }
}
