package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.client.RunClock;
import io.github.sessionsurvival.platform.PlatformFailure;
import io.github.sessionsurvival.platform.PlatformOptions;
import io.github.sessionsurvival.platform.RestartablePlatform;
import io.github.sessionsurvival.target.ChosenPorts;
import io.github.sessionsurvival.target.CommandLever;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.ContractFile;
import io.github.sessionsurvival.target.Credentials;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.FreshSecret;
import io.github.sessionsurvival.target.HttpLever;
import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.LeverDeclaration;
import io.github.sessionsurvival.target.LeverFailure;
import io.github.sessionsurvival.target.Limits;
import io.github.sessionsurvival.target.NoLever;
import io.github.sessionsurvival.target.Preparation;
import io.github.sessionsurvival.target.Probe;
import io.github.sessionsurvival.target.ProcessLever;
import io.github.sessionsurvival.target.Promises;
import io.github.sessionsurvival.target.ProxyRule;
import io.github.sessionsurvival.target.Reachability;
import io.github.sessionsurvival.target.ServerOutput;
import io.github.sessionsurvival.target.StartCommand;
import io.github.sessionsurvival.target.StartFailure;
import io.github.sessionsurvival.target.StartedServer;
import io.github.sessionsurvival.target.StartedServers;
import io.github.sessionsurvival.target.StartedService;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.target.TargetFile;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.target.Way;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.ForwardProxy;
import io.github.sessionsurvival.wire.Redaction;
import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A target that answers, with its lever, and everything that was started for it; closing ends what was started, in the
 * opposite order.
 */
final class OpenedTarget implements AutoCloseable {

    /** How long a platform may take to come back after what its control interface or the operator's command ordered. */
    private static final Duration MOVING = Duration.ofSeconds(60);

    /** The embedded platform is on this machine and in this process: a silent answer need not be waited for long. */
    static final Limits EMBEDDED_LIMITS = new Limits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(7),
            Duration.ofSeconds(3),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            1_000,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** Its sessions lie in storage: whatever befalls it, they are read back. */
    private static final Promises EMBEDDED_PROMISES =
            new Promises(EnumSet.allOf(Promises.Event.class), Optional.of(Duration.ofSeconds(10)));

    private final Target target;
    private final Credentials credentials;
    private final Lever lever;
    private final Optional<StartedService> server;
    private final Optional<ServerOutput> output;
    private final Deque<AutoCloseable> closers;
    private Optional<TargetEndpoints> endpoints = Optional.empty();

    private OpenedTarget(
            Target target,
            Credentials credentials,
            Lever lever,
            Optional<StartedService> server,
            Optional<ServerOutput> output,
            Deque<AutoCloseable> closers) {
        this.target = target;
        this.credentials = credentials;
        this.lever = lever;
        this.server = server;
        this.output = output;
        this.closers = closers;
    }

    Target target() {
        return target;
    }

    /**
     * The endpoints to it: always the same, since a run and the sweep before it keep to one budget together.
     *
     * @param clock the run's; the first one given stays
     */
    TargetEndpoints endpoints(RunClock clock) {
        if (endpoints.isEmpty()) {
            endpoints = Optional.of(new TargetEndpoints(target, lever.can(Verb.SCRIPTED_ANSWERS), credentials, clock));
        }
        return endpoints.get();
    }

    Lever lever() {
        return lever;
    }

    /** The same where answers may take as long as the slowest scenario; asked for before any endpoint is made. */
    OpenedTarget forSlow() {
        return new OpenedTarget(
                target.withLimits(target.limits().forSlow()), credentials, lever, server, output, closers);
    }

    /** How a server that was started here has ended by itself; empty where it runs, or none was started. */
    Optional<String> serverEnded() {
        return server.flatMap(StartedService::endedByItself);
    }

    /** What a server that was started here has written. */
    Optional<ServerOutput> output() {
        return output;
    }

    /**
     * Opens what a declaration says.
     *
     * @param redaction learns every secret before it is used
     * @param say where to say what takes its time
     * @throws ConfigurationFault when a secret is not where the declaration says
     * @throws StartFailure when the server does not come up or cannot be reached
     */
    static OpenedTarget open(
            TargetDeclaration declaration, Environment environment, Redaction redaction, Consumer<String> say) {
        Deque<AutoCloseable> closers = new ArrayDeque<>();
        try {
            if (declaration instanceof TargetDeclaration.Embedded embedded) {
                return embedded(embedded, redaction, closers);
            }
            return declaration instanceof TargetDeclaration.Address address
                    ? address(address, environment, redaction, closers)
                    : declared((TargetDeclaration.Declared) declaration, environment, redaction, say, closers);
        } catch (RuntimeException e) {
            close(closers);
            throw e;
        }
    }

    private static OpenedTarget embedded(
            TargetDeclaration.Embedded embedded, Redaction redaction, Deque<AutoCloseable> closers) {
        Secret bearer = random(redaction);
        Secret other = random(redaction);
        Secret token = random(redaction);
        try {
            Path store = Files.createTempDirectory("session-survival-platform-");
            closers.push(() -> delete(store));
            RestartablePlatform platform = RestartablePlatform.start(new PlatformOptions(
                    0, 0, store, Optional.of(bearer), Optional.of(other), Optional.of(token), embedded.defects()));
            closers.push(platform);
            HttpLever lever =
                    HttpLever.open(platform.controlUrl().orElseThrow(), Optional.empty(), token, MOVING, List.of());
            closers.push(lever);
            Target target = Target.at(
                            embedded.name(),
                            platform.mcpUrl(),
                            Caller.withBearer("main", bearer),
                            Optional.of(Caller.withBearer("other", other)),
                            embedded.contract().answer())
                    .withSafeTool(new Probe("tools/call", "{\"name\":\"count\",\"arguments\":{}}"))
                    .withPromises(EMBEDDED_PROMISES)
                    .withWay(Way.STRAIGHT.orBy(Optional.of(platform.otherUrl())))
                    .withLimits(EMBEDDED_LIMITS);
            return new OpenedTarget(target, Credentials.fixed(), lever, Optional.empty(), Optional.empty(), closers);
        } catch (IOException e) {
            throw new ConfigurationFault("the folder for temporary files cannot be written");
        } catch (PlatformFailure | LeverFailure e) {
            throw new SuiteFault("the embedded platform did not start: " + e.getMessage());
        }
    }

    private static OpenedTarget address(
            TargetDeclaration.Address address,
            Environment environment,
            Redaction redaction,
            Deque<AutoCloseable> closers) {
        Target target = Target.at(
                        address.url().getHost(),
                        address.url(),
                        new Caller("main", address.bearer(), List.of()),
                        address.otherBearer().map(b -> Caller.withBearer("other", b)),
                        address.contract().answer())
                .withWay(new Way(Optional.empty(), new ProxyRule(environment).proxyFor(address.url())));
        hideAll(target, redaction);
        demandReachable(target);
        return new OpenedTarget(
                target, Credentials.fixed(), new NoLever(), Optional.empty(), Optional.empty(), closers);
    }

    private static OpenedTarget declared(
            TargetDeclaration.Declared declared,
            Environment environment,
            Redaction redaction,
            Consumer<String> say,
            Deque<AutoCloseable> closers) {
        TargetFile file = declared.file();
        ChosenPorts ports = StartedServer.freePorts(file.asksForPort(), file.asksForControlPort());
        Target target = declared.target(ports, environment);
        hideAll(target, redaction);
        Optional<Secret> token = file.controlToken(environment);
        token.ifPresent(redaction::hide);
        Optional<ServerOutput> output = file.start().map(s -> new ServerOutput(redaction));
        StartedServers records = new StartedServers(environment.stateFolder());
        Optional<StartedService> server = file.start().map(start -> {
            Preparation.once(file.name(), start, output.orElseThrow(), say, records);
            StartCommand informed = start.with(file.madeUp(target, token));
            return Preparation.start(
                    start,
                    () -> StartedService.start(
                            file.name(), informed, target.url(), ports, output.orElseThrow(), records));
        });
        server.ifPresent(closers::push);
        demandReachable(target);
        Lever lever = lever(file, target, ports, token, server, redaction);
        closers.push(lever);
        Credentials credentials = file.credentials(environment, new Credentials.Watcher() {
            @Override
            public void fetched(Secret bearer) {
                redaction.hide(bearer);
            }

            @Override
            public void failed(String complaint) {
                say.accept(redaction.apply(complaint));
            }
        });
        return new OpenedTarget(target, credentials, lever, server.filter(s -> isOurs(file)), output, closers);
    }

    /** Commands of the operator's own may end what was started here and start another. */
    private static boolean isOurs(TargetFile file) {
        return !(file.lever() instanceof LeverDeclaration.Command);
    }

    private static Lever lever(
            TargetFile file,
            Target target,
            ChosenPorts ports,
            Optional<Secret> token,
            Optional<StartedService> server,
            Redaction redaction) {
        if (file.lever() instanceof LeverDeclaration.Http) {
            URI base = file.controlUrl(ports).orElseThrow();
            try {
                return HttpLever.open(
                        base,
                        target.way().tls(),
                        token.orElseThrow(),
                        MOVING,
                        target.caller().extraHeaders());
            } catch (LeverFailure e) {
                // The server may well answer; what its file declares beside it does not.
                throw new StartFailure(
                        StartFailure.Part.LEVER,
                        "the lever cannot be used: "
                                + e.getMessage().strip().replaceFirst("[.;]+$", "")
                                + "; check 'url' and 'token' of 'lever', or leave it out");
            }
        }
        if (file.lever() instanceof LeverDeclaration.OwnProcess) {
            return new ProcessLever(server.orElseThrow());
        }
        if (file.lever() instanceof LeverDeclaration.Command command) {
            Duration coldStart = target.limits().coldStartWithin();
            return new CommandLever(
                    command.on(ports),
                    () -> Reachability.complaint(
                            target.url(), target.way(), target.limits().connect()),
                    coldStart.compareTo(MOVING) > 0 ? coldStart : MOVING,
                    redaction);
        }
        return new NoLever();
    }

    private static void hideAll(Target target, Redaction redaction) {
        Stream.concat(Stream.of(target.caller()), target.otherCaller().stream()).forEach(caller -> {
            caller.bearer().ifPresent(redaction::hide);
            caller.extraHeaders().stream()
                    .filter(Caller.ExtraHeader::redacted)
                    .map(Caller.ExtraHeader::value)
                    .forEach(redaction::hide);
        });
        target.way().proxy().flatMap(ForwardProxy::credentials).ifPresent(both -> {
            redaction.hide(both);
            String password = both.reveal().replaceFirst("^[^:]*:", "");
            if (!password.isEmpty()) {
                redaction.hide(Secret.of(password));
            }
        });
    }

    private static void demandReachable(Target target) {
        Reachability.complaint(target.url(), target.way(), target.limits().connect())
                .ifPresent(complaint -> {
                    throw new StartFailure(complaint);
                });
    }

    private static Secret random(Redaction redaction) {
        Secret secret = FreshSecret.make();
        redaction.hide(secret);
        return secret;
    }

    private static void delete(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the contract is called in the report. */
    static String contractName(TargetDeclaration declaration) {
        return declaration.contract().name().isEmpty()
                ? ContractFile.NONE
                : declaration.contract().name();
    }

    @Override
    public void close() {
        close(closers);
    }

    private static synchronized void close(Deque<AutoCloseable> closers) {
        while (!closers.isEmpty()) {
            try {
                closers.pop().close();
            } catch (Exception e) {
                // What cannot be closed must not keep the rest open; what stays behind is ended by the next run.
            }
        }
    }
}
