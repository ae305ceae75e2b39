package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A target file as it was written, checked but with no secret read yet (docs/targets.md).
 *
 * @param name for people and the report
 * @param url where the server answers; {@code ${port}} stands for the port that the suite chooses
 * @param alsoUrl another address of the same server
 * @param start how the suite starts the server; empty: it runs already
 * @param bearer the main caller's credential
 * @param otherBearer a second caller's
 * @param headers further headers of every request
 * @param contract the restart answer that the target documents
 * @param contractName as the file spells it
 * @param probe the real request that proves life
 * @param safeTool a tool that may be called
 * @param promises what the operator promises beyond MCP
 * @param limits deadlines and ceilings
 * @param tls what a TLS connection needs
 * @param lever the lever
 */
public record TargetFile(
        String name,
        String url,
        Optional<String> alsoUrl,
        Optional<StartCommand> start,
        Optional<SecretSource> bearer,
        Optional<SecretSource> otherBearer,
        List<HeaderSource> headers,
        Optional<RestartAnswer> contract,
        String contractName,
        Optional<Probe> probe,
        Optional<Probe> safeTool,
        Promises promises,
        Limits limits,
        TlsFiles tls,
        LeverDeclaration lever) {

    /** A header of every request: its value stands in the file, or is a secret from elsewhere. */
    record HeaderSource(String name, Optional<String> plain, Optional<SecretSource> secret) {}

    private static final String MAIN = "main";
    private static final String OTHER = "other";

    public TargetFile {
        headers = List.copyOf(headers);
    }

    /**
     * Reads and checks a file.
     *
     * @throws ConfigurationFault with the file, the line, what is wrong and what is allowed
     */
    public static TargetFile read(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return new TargetFileReading(YamlFile.read(file), folder).whole();
    }

    static TargetFile parse(String shown, String text, Path folder) {
        return new TargetFileReading(YamlFile.parse(shown, text), folder).whole();
    }

    /** Whether the suite must choose a port. */
    public boolean asksForPort() {
        return url.contains(ChosenPorts.SERVER);
    }

    /** Whether the suite must choose a port for the control interface too. */
    public boolean asksForControlPort() {
        return lever instanceof LeverDeclaration.Http http && http.url().contains(ChosenPorts.CONTROL)
                || start.filter(StartCommand::takesControlPort).isPresent();
    }

    /** Whether its server is on this machine. */
    public boolean isLoopback() {
        return Loopback.is(URI.create(ChosenPorts.forChecking(url)));
    }

    /** The control interface's URL, where the lever is one. */
    public Optional<URI> controlUrl(ChosenPorts ports) {
        return lever instanceof LeverDeclaration.Http http
                ? Optional.of(URI.create(ports.in(http.url())))
                : Optional.empty();
    }

    /** The control interface's token, where the lever needs one. */
    public Optional<Secret> controlToken(Environment environment) {
        return lever instanceof LeverDeclaration.Http http
                ? Optional.of(http.token().resolve(environment))
                : Optional.empty();
    }

    /**
     * The secrets that were made up for the server, by the variable in which it finds each.
     *
     * @param target this file's target, its secrets read
     * @param controlToken the control interface's token as it was read
     */
    public Map<String, String> madeUp(Target target, Optional<Secret> controlToken) {
        Map<String, String> variables = new HashMap<>();
        handed(bearer, target.caller().bearer(), variables);
        handed(otherBearer, target.otherCaller().flatMap(Caller::bearer), variables);
        for (HeaderSource header : headers) {
            Optional<Secret> value = target.caller().extraHeaders().stream()
                    .filter(h -> h.name().equals(header.name()))
                    .map(Caller.ExtraHeader::value)
                    .findFirst();
            handed(header.secret(), value, variables);
        }
        if (lever instanceof LeverDeclaration.Http http) {
            handed(Optional.of(http.token()), controlToken, variables);
        }
        return variables;
    }

    private static void handed(Optional<SecretSource> source, Optional<Secret> secret, Map<String, String> variables) {
        if (source.isPresent() && source.get() instanceof SecretSource.Generated generated) {
            variables.put(generated.variable(), secret.orElseThrow().reveal());
        }
    }

    /** The callers' credentials that can be fetched anew. */
    public Credentials credentials(Environment environment, Credentials.Watcher watcher) {
        Map<String, SecretSource> sources = new HashMap<>();
        bearer.ifPresent(source -> sources.put(MAIN, source));
        otherBearer.ifPresent(source -> sources.put(OTHER, source));
        return new Credentials(sources, environment, watcher);
    }

    /**
     * The target, its secrets read.
     *
     * @param ports the chosen ports; ignored where the URL asks for none
     * @throws ConfigurationFault when a secret is not where the file says
     */
    public Target target(ChosenPorts ports, Environment environment) {
        List<Caller.ExtraHeader> extra = headers.stream()
                .map(h -> h.secret()
                        .map(s -> new Caller.ExtraHeader(h.name(), s.resolve(environment), true))
                        .orElseGet(() -> new Caller.ExtraHeader(
                                h.name(), Secret.of(h.plain().orElseThrow()), false)))
                .toList();
        Caller main = new Caller(MAIN, bearer.map(b -> b.resolve(environment)), extra);
        Optional<Caller> other = otherBearer.map(b -> new Caller(OTHER, Optional.of(b.resolve(environment)), extra));
        URI address = URI.create(ports.in(url));
        return new Target(
                name,
                address,
                main,
                other,
                contract,
                probe,
                safeTool,
                promises,
                limits,
                new Way(TlsContext.of(tls, environment), new ProxyRule(environment).proxyFor(address))
                        .orBy(alsoUrl.map(door -> URI.create(ports.in(door)))));
    }
}
