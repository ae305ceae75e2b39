package io.github.sessionsurvival.target;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.client.TestCertificates;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsContextTest {

    @TempDir
    static Path folder;

    private static TestCertificates certificates;
    private static TestCertificates.Identity server;
    private static TestCertificates.Identity client;
    private static TestCertificates.Identity expired;

    @BeforeAll
    static void takeCertificates() {
        TestCertificates.Usual usual = TestCertificates.usual();
        certificates = usual.certificates();
        server = usual.server();
        client = usual.client();
        expired = usual.expired();
    }

    @Test
    void shakesHandsWithTheAuthorityAndTheIdentityOfTheFiles() throws Exception {
        SSLContext context = TlsContext.of(
                        files(Optional.of(certificates.authority()), Optional.of(client.store())), environment())
                .orElseThrow();
        try (ServerSocket listening = certificates.listener(server, true)) {
            CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
                try (var accepted = listening.accept()) {
                    return accepted.getInputStream().read();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", listening.getLocalPort())) {
                socket.getOutputStream().write(7);
                assertThat(read.get(), is(7));
            }
        }
    }

    @Test
    void isNothingWhereTheFileNamesNothing() {
        assertThat(TlsContext.of(TlsFiles.NONE, environment()), is(Optional.empty()));
    }

    @Test
    void refusesAnAuthorityThatIsNoCertificate() throws IOException {
        Path text = Files.writeString(folder.resolve("text.pem"), "no certificate");

        assertThat(complaint(Optional.of(text), Optional.empty(), TestCertificates.PASSWORD), containsString("PEM"));
    }

    @Test
    void refusesAWrongPasswordWithoutRepeatingIt() {
        String said = complaint(Optional.empty(), Optional.of(client.store()), "not-the-password");

        assertThat(said, containsString("cannot be opened as PKCS #12"));
        assertThat(said, not(containsString("not-the-password")));
    }

    @Test
    void refusesAnIdentityThatHasExpired() {
        assertThat(
                complaint(Optional.empty(), Optional.of(expired.store()), TestCertificates.PASSWORD),
                containsString("the client certificate has expired, on "));
    }

    private static String complaint(Optional<Path> caFile, Optional<Path> clientCert, String password) {
        return assertThrows(
                        ConfigurationFault.class, () -> TlsContext.of(files(caFile, clientCert), environment(password)))
                .getMessage();
    }

    private static TlsFiles files(Optional<Path> caFile, Optional<Path> clientCert) {
        return new TlsFiles(caFile, clientCert, Optional.of(new SecretSource.Variable("here", "P12")));
    }

    private static Environment environment() {
        return environment(TestCertificates.PASSWORD);
    }

    private static Environment environment(String password) {
        return new Environment(Map.of("P12", password)::get, name -> null);
    }
}
