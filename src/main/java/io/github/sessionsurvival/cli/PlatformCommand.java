package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.platform.PlatformFailure;
import io.github.sessionsurvival.platform.PlatformOptions;
import io.github.sessionsurvival.platform.RestartablePlatform;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.Environment;
import io.github.sessionsurvival.target.SecretSource;
import io.github.sessionsurvival.wire.Secret;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code platform}: the embedded platform by itself, for other tools. */
@Command(
        name = "platform",
        description = "Serves the embedded platform by itself: an MCP server that can be told to restart.",
        footer = {
            "",
            "MCP_BEARER: the bearer that callers must present; unset means an open server.",
            "MCP_CONTROL_TOKEN: the control interface's token; unset means no control interface."
        })
final class PlatformCommand implements Callable<Integer> {

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "the MCP port on loopback (a free one)")
    private int port;

    @Option(
            names = "--control-port",
            paramLabel = "N",
            defaultValue = "0",
            description = "the control interface's port on loopback (a free one)")
    private int controlPort;

    @Option(
            names = "--store",
            paramLabel = "DIR",
            description = "where sessions are kept, over restarts of this process too (a folder in the state folder)")
    private Path store;

    private final Environment environment;
    private final PrintStream out;

    PlatformCommand(Environment environment, PrintStream out) {
        this.environment = environment;
        this.out = out;
    }

    @Override
    public Integer call() throws InterruptedException {
        demandPort("--port", port);
        demandPort("--control-port", controlPort);
        Path folder = store == null ? environment.stateFolder().resolve("platform") : store;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new ConfigurationFault("the folder " + folder + " cannot be written; give another with --store");
        }
        Optional<Secret> bearer = secret("MCP_BEARER");
        Optional<Secret> token = secret("MCP_CONTROL_TOKEN");
        RestartablePlatform platform;
        try {
            platform = RestartablePlatform.start(
                    new PlatformOptions(port, controlPort, folder, bearer, secret("MCP_OTHER_BEARER"), token));
        } catch (PlatformFailure e) {
            throw new ConfigurationFault(e.getMessage());
        }
        CountDownLatch ended = new CountDownLatch(1);
        Interruption.by(signal -> {
            platform.close();
            ended.countDown();
        });
        out.println("MCP endpoint:      " + platform.mcpUrl()
                + (bearer.isPresent() ? "  (bearer: MCP_BEARER)" : "  (open: no bearer asked for)"));
        out.println("control interface: "
                + platform.controlUrl()
                        .map(u -> u + "  (X-Control-Token: MCP_CONTROL_TOKEN)")
                        .orElse("none; set MCP_CONTROL_TOKEN to have one"));
        out.println("sessions are kept in " + folder);
        out.println("test it with: session-survival run --url " + platform.mcpUrl());
        out.println("end it with Ctrl-C");
        out.flush();
        ended.await();
        return 0;
    }

    private Optional<Secret> secret(String variable) {
        return environment
                .variable(variable)
                .map(value -> SecretSource.in(value, "the environment variable " + variable));
    }

    private static void demandPort(String option, int value) {
        if (value < 0 || value > 65535) {
            throw new ConfigurationFault(option + " is a port from 0 to 65535, not " + value);
        }
    }
}
