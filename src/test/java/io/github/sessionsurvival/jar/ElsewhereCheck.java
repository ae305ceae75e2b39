package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.github.sessionsurvival.client.TestCertificates;
import io.github.sessionsurvival.client.TunnelProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A whole run against a server that is not on this machine, as far as the suite can tell: behind a proxy that wants a
 * password, behind TLS with an authority of its own that wants a client's certificate, with a bearer from a command.
 */
final class ElsewhereCheck {

    private static final String PROXY_PASSWORD = "p4ss-of-the-proxy";

    @TempDir
    private Path folder;

    private PlatformProcess platform;
    private TamperingProxy gateway;
    private TlsDoor door;
    private TunnelProxy proxy;
    private TestCertificates certificates;

    @BeforeEach
    void open() throws Exception {
        platform = new PlatformProcess(Files.createDirectory(folder.resolve("platform")));
        certificates = TestCertificates.in(Files.createDirectory(folder.resolve("certificates")));
        var server = certificates.identity("server", "dns:mcp.example.test");
        // The platform answers to its own name only, as it should; a gateway would translate.
        gateway = new TamperingProxy(platform.mcpUrl(), (asked, answer) -> answer);
        door = new TlsDoor(certificates.listener(server, true), gateway.url().getPort());
        proxy = new TunnelProxy(door.port(), Optional.of("user:" + PROXY_PASSWORD), Optional.empty());
    }

    @AfterEach
    void close() {
        proxy.close();
        door.close();
        gateway.close();
        platform.close();
    }

    @Test
    void goesThroughEveryDoorWithABearerThatIsRenewedKeepsToWhatIsHarmlessAndLeavesNothing() throws Exception {
        Files.writeString(folder.resolve("token.txt"), PlatformProcess.BEARER + "\n");
        BuiltJar.Ended run = jar().run("run", "--target", targetFile().toString());

        assertThat(run.output(), run.exit(), is(0));
        assertThat(
                run.output(),
                allOf(
                        containsString("testing elsewhere at https://mcp.example.test/mcp"),
                        containsString("left out, since the server is not on this machine: "),
                        containsString("--allow provokes,disturbs lets them run"),
                        containsString("bounds: at most 6 sessions at once, 120 openings a minute")));
        assertThat(run.output(), not(containsString(PROXY_PASSWORD)));
        assertThat(run.output(), not(containsString(PlatformProcess.BEARER)));
        // The command's first token is refused; every request after that, endings too, has the second.
        assertThat(Files.exists(folder.resolve("used")), is(true));
        JsonNode result =
                JsonMapper.builder().build().readTree(Files.readString(folder.resolve("reports/latest/run.json")));
        assertThat(result.at("/sessions/leftBehind").size(), is(0));
        assertThat(
                result.at("/sessions/noted").asInt(),
                is(result.at("/sessions/ended").asInt()));
        assertThat(platform.counts().get("live").asInt(), is(0));
        assertThat(proxy.heads(), everyItem(startsWith("CONNECT mcp.example.test:443 ")));
        assertThat(Files.readString(folder.resolve("reports/latest/index.html")), not(containsString(PROXY_PASSWORD)));
    }

    @Test
    void sweepsTheSameWay() throws Exception {
        Files.writeString(folder.resolve("token.txt"), PlatformProcess.BEARER + "\n");
        BuiltJar.Ended sweep = jar().run("sweep", "--target", targetFile().toString());

        assertThat(sweep.output(), sweep.exit(), is(0));
    }

    private BuiltJar jar() {
        String address = "http://user:" + PROXY_PASSWORD + "@127.0.0.1:" + proxy.port();
        // By every name, since the machine may have a proxy of its own.
        return new BuiltJar(folder)
                .with("HTTPS_PROXY", address)
                .with("https_proxy", address)
                .with("NO_PROXY", "")
                .with("no_proxy", "")
                .with("P12", TestCertificates.PASSWORD);
    }

    private Path targetFile() throws Exception {
        var client = certificates.identity("client", "");
        return Files.writeString(
                folder.resolve("elsewhere.yaml"), """
                name: elsewhere
                url: https://mcp.example.test/mcp
                bearer: {command: [sh, -c, 'if [ -f used ]; then cat token.txt; else touch used; echo expired-bearer; fi']}
                headers: {X-Tenant: acme}
                tls: {ca-file: %s, client-cert: %s, password: {env: P12}}
                limits: {answer: 5s, total: 7s, max-sessions: 6, openings: 120/m}
                """.formatted(certificates.authority(), client.store()));
    }
}
