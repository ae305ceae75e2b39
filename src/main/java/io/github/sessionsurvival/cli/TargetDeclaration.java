package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.platform.Defect;
import io.github.sessionsurvival.target.ChosenPorts;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.ContractFile;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.Limits;
import io.github.sessionsurvival.target.Loopback;
import io.github.sessionsurvival.target.RunSettings;
import io.github.sessionsurvival.target.SecretSource;
import io.github.sessionsurvival.target.ShippedTargets;
import io.github.sessionsurvival.target.Target;
import io.github.sessionsurvival.target.TargetFile;
import io.github.sessionsurvival.target.UrlRule;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.Secret;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which server a run is about, as it was asked for: looked up and checked, nothing started, no request sent. */
sealed interface TargetDeclaration {

    /** The contract that holds. */
    ContractChoice contract();

    /** How a later sweep finds the target's bearers again: the name or the file; empty for a mere address. */
    Optional<String> reference();

    /** For people. */
    String name();

    /** Whether its server ends with the run, and all its sessions with it. */
    boolean endsWithTheRun();

    /** What may be asked of it. */
    Limits limits();

    /** Its address, for people; a port that the suite chooses is not chosen yet. */
    String address();

    /** Whether it is on this machine. */
    boolean isLoopback();

    /**
     * A contract and what it is called.
     *
     * @param name empty for none
     */
    record ContractChoice(String name, Optional<RestartAnswer> answer) {}

    /** The embedded platform. */
    record Embedded(ContractChoice contract, Set<Defect> defects) implements TargetDeclaration {

        public Embedded {
            defects = Set.copyOf(defects);
        }

        /** The same with that wrong. */
        Embedded with(Set<Defect> wrong) {
            return new Embedded(contract, wrong);
        }

        @Override
        public Optional<String> reference() {
            return Optional.of(RunSettings.EMBEDDED);
        }

        @Override
        public String name() {
            return "embedded platform"
                    + defects.stream()
                            .map(defect -> ", which " + defect.words())
                            .collect(Collectors.joining());
        }

        @Override
        public boolean endsWithTheRun() {
            return true;
        }

        @Override
        public Limits limits() {
            return OpenedTarget.EMBEDDED_LIMITS;
        }

        @Override
        public String address() {
            return "an address of its own";
        }

        @Override
        public boolean isLoopback() {
            return true;
        }
    }

    /** A URL. */
    record Address(URI url, Optional<Secret> bearer, Optional<Secret> otherBearer, ContractChoice contract)
            implements TargetDeclaration {
        @Override
        public Optional<String> reference() {
            return Optional.empty();
        }

        @Override
        public String name() {
            return url.toString();
        }

        @Override
        public boolean endsWithTheRun() {
            return false;
        }

        @Override
        public Limits limits() {
            return Limits.DEFAULT;
        }

        @Override
        public String address() {
            return url.toString();
        }

        @Override
        public boolean isLoopback() {
            return Loopback.is(url);
        }
    }

    /** A target file. */
    record Declared(TargetFile file, String place, ContractChoice contract) implements TargetDeclaration {
        @Override
        public Optional<String> reference() {
            return Optional.of(place);
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public boolean endsWithTheRun() {
            return file.start().isPresent();
        }

        @Override
        public Limits limits() {
            return file.limits();
        }

        @Override
        public String address() {
            return file.url();
        }

        @Override
        public boolean isLoopback() {
            return file.isLoopback();
        }

        Target target(ChosenPorts ports, Environment environment) {
            return file.target(ports, environment).withContract(contract.answer());
        }
    }

    /**
     * What the settings ask for.
     *
     * @throws ConfigurationFault with what to write instead
     */
    static TargetDeclaration of(RunSettings settings, Environment environment) {
        if (settings.target().isPresent() && settings.url().isPresent()) {
            throw new ConfigurationFault("give either --target or --url, not both");
        }
        if (settings.defect().isPresent() && !settings.isEmbedded()) {
            throw new ConfigurationFault("--defect is for the embedded platform; leave --target and --url out");
        }
        if (settings.url().isPresent()) {
            return address(settings.url().get(), settings, environment);
        }
        Set<Defect> defects = defects(settings);
        if (settings.isEmbedded()) {
            return new Embedded(
                    chosen(settings)
                            .orElseGet(() ->
                                    new ContractChoice(ContractFile.SHIPPED, Optional.of(ContractFile.shipped()))),
                    defects);
        }
        String named = settings.target().orElseThrow();
        Path path = place(named, environment);
        TargetFile file = TargetFile.read(path);
        String place = ShippedTargets.names().contains(named)
                ? named
                : path.toAbsolutePath().normalize().toString();
        return new Declared(
                file,
                place,
                chosen(settings).orElseGet(() -> new ContractChoice(file.contractName(), file.contract())));
    }

    private static Set<Defect> defects(RunSettings settings) {
        return settings.defect()
                .map(named -> Set.of(Defect.named(named)
                        .orElseThrow(() -> new ConfigurationFault("--defect '" + named
                                + "' is unknown; docs/defects.md lists them, such as "
                                + Defect.values()[0].word()))))
                .orElse(Set.of());
    }

    private static Address address(String url, RunSettings settings, Environment environment) {
        UrlRule.complaint(url).ifPresent(complaint -> {
            // A refused URL may have a password in it.
            String shown = url.contains("@") ? "the URL" : "'" + url + "'";
            throw new ConfigurationFault("--url: " + shown + ": " + complaint);
        });
        return new Address(
                URI.create(url),
                bearer("MCP_BEARER", environment),
                bearer("MCP_OTHER_BEARER", environment),
                chosen(settings).orElseGet(() -> new ContractChoice("", Optional.empty())));
    }

    private static Optional<Secret> bearer(String variable, Environment environment) {
        return environment
                .variable(variable)
                .map(value -> SecretSource.in(value, "the environment variable " + variable));
    }

    private static Path place(String named, Environment environment) {
        if (ShippedTargets.names().contains(named)) {
            return ShippedTargets.layOut(named, environment.cacheFolder());
        }
        Path path = Path.of(named);
        if (!Files.exists(path)) {
            throw new ConfigurationFault("--target '" + named + "' is neither a file nor a shipped target; shipped: "
                    + String.join(", ", names()));
        }
        return path;
    }

    private static List<String> names() {
        return java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(RunSettings.EMBEDDED), ShippedTargets.names().stream())
                .toList();
    }

    private static Optional<ContractChoice> chosen(RunSettings settings) {
        return settings.contract().map(named -> {
            if (named.equals(ContractFile.NONE)) {
                return new ContractChoice("", Optional.empty());
            }
            if (named.equals(ContractFile.SHIPPED)) {
                return new ContractChoice(named, Optional.of(ContractFile.shipped()));
            }
            if (!Files.exists(Path.of(named))) {
                throw new ConfigurationFault(
                        "--contract '" + named + "' is neither a file nor a shipped contract; write "
                                + ContractFile.SHIPPED + ", " + ContractFile.NONE + " or a contract file");
            }
            return new ContractChoice(named, Optional.of(ContractFile.read(Path.of(named))));
        });
    }
}
