package io.github.sessionsurvival.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates made for one test, signed by an authority that nobody else knows. The JDK's keytool makes them, since the JDK
 * has no interface for it.
 *
 * @param authority the authority's certificate, in PEM
 */
public record TestCertificates(Path folder, Path authority) {

    public static final String PASSWORD = "of-a-test";

    private static final String AUTHORITY = "authority";

    /** A PKCS #12 file with a key and its certificate. */
    public record Identity(Path store) {}

    /**
     * What most tests need, made once and kept beside what was compiled: keytool is a process of its own, and a slow one.
     * A certificate is good for 30 days; these are made anew after ten.
     */
    public record Usual(
            TestCertificates certificates, Identity server, Identity elsewhere, Identity expired, Identity client) {

        private static final Path KEPT = Path.of("target", "test-certificates");
        private static final Duration GOOD_FOR = Duration.ofDays(10);

        private static Usual keptOrMade() {
            try {
                if (!isGood()) {
                    make();
                }
                return in(KEPT.toAbsolutePath());
            } catch (IOException | GeneralSecurityException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }

        private static boolean isGood() throws IOException {
            return Files.isDirectory(KEPT)
                    && Files.getLastModifiedTime(KEPT)
                            .toInstant()
                            .isAfter(Instant.now().minus(GOOD_FOR));
        }

        /** Moved into place when all are there: another build beside this one reads none that is half made. */
        private static void make() throws IOException, InterruptedException, GeneralSecurityException {
            Files.createDirectories(KEPT.getParent());
            Path folder = Files.createTempDirectory(KEPT.getParent(), "test-certificates-");
            TestCertificates certificates = TestCertificates.in(folder);
            certificates.identity("server", "ip:127.0.0.1,dns:mcp.example.test");
            certificates.identity("elsewhere", "dns:elsewhere.example.test");
            certificates.identity("expired", "ip:127.0.0.1", "-9d", 2);
            certificates.identity("client", "");
            if (Files.isDirectory(KEPT)) {
                Files.move(
                        KEPT,
                        Files.createTempDirectory(KEPT.getParent(), "old-").resolve("certificates"));
            }
            Files.move(folder, KEPT);
        }

        private static Usual in(Path folder) {
            return new Usual(
                    new TestCertificates(folder, folder.resolve("authority.pem")),
                    new Identity(folder.resolve("server.p12")),
                    new Identity(folder.resolve("elsewhere.p12")),
                    new Identity(folder.resolve("expired.p12")),
                    new Identity(folder.resolve("client.p12")));
        }
    }

    private static final class Once {
        private static final Usual USUAL = Usual.keptOrMade();
    }

    /** The same for every test of this process. */
    public static Usual usual() {
        return Once.USUAL;
    }

    /** An authority of its own in that folder. */
    public static TestCertificates in(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("authority.p12");
        Path pem = folder.resolve("authority.pem");
        keytool(store, make(AUTHORITY, "-30d", 90, List.of("-ext", "bc:c")));
        Certificate certificate = opened(store).getCertificate(AUTHORITY);
        Files.writeString(
                pem,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        return new TestCertificates(folder, pem);
    }

    /**
     * Makes one.
     *
     * @param alternativeNames such as {@code ip:127.0.0.1,dns:localhost}; empty for none
     * @param begins such as {@code -3d}: how it differs from now
     */
    public Identity identity(String name, String alternativeNames, String begins, int validDays)
            throws IOException, InterruptedException, GeneralSecurityException {
        List<String> more = new ArrayList<>(List.of("-signer", AUTHORITY));
        if (!alternativeNames.isEmpty()) {
            more.addAll(List.of("-ext", "san=" + alternativeNames));
        }
        Path all = folder.resolve("authority.p12");
        keytool(all, make(name, begins, validDays, more));
        // Into a file of its own, without the authority's key.
        KeyStore from = opened(all);
        KeyStore alone = KeyStore.getInstance("PKCS12");
        alone.load(null, null);
        alone.setKeyEntry(
                name,
                from.getKey(name, PASSWORD.toCharArray()),
                PASSWORD.toCharArray(),
                from.getCertificateChain(name));
        Path store = folder.resolve(name + ".p12");
        try (OutputStream out = Files.newOutputStream(store)) {
            alone.store(out, PASSWORD.toCharArray());
        }
        return new Identity(store);
    }

    private static KeyStore opened(Path store) throws IOException, GeneralSecurityException {
        KeyStore opened = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            opened.load(in, PASSWORD.toCharArray());
        }
        return opened;
    }

    private static List<String> make(String name, String begins, int validDays, List<String> more) {
        List<String> words = new ArrayList<>(List.of(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-startdate",
                begins,
                "-validity",
                Integer.toString(validDays)));
        words.addAll(more);
        return words;
    }

    public Identity identity(String name, String alternativeNames)
            throws IOException, InterruptedException, GeneralSecurityException {
        return identity(name, alternativeNames, "-1d", 30);
    }

    private static void keytool(Path store, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        for (String count : List.of("macIterationCount", "keyPbeIterationCount", "certPbeIterationCount")) {
            command.add("-J-Dkeystore.pkcs12." + count + "=10");
        }
        command.addAll(words);
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(store.resolveSibling("keytool.log").toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(Files.readString(store.resolveSibling("keytool.log")));
        }
    }

    /** A listener on 127.0.0.1 that shows this identity, and may demand one that the authority has signed. */
    public ServerSocket listener(Identity shown, boolean demandsClient) {
        try {
            SSLServerSocket socket = (SSLServerSocket) showing(shown)
                    .getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
            socket.setNeedClientAuth(demandsClient);
            if (demandsClient) {
                // By the later version a client is refused only after its request, and may never read why.
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            }
            return socket;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** A context that shows an identity and trusts the authority. */
    public SSLContext showing(Identity shown) throws IOException, GeneralSecurityException {
        KeyStore store = opened(shown.store());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        return context(keys.getKeyManagers());
    }

    /** A context that trusts the authority and shows nothing. */
    public SSLContext trusting() throws IOException, GeneralSecurityException {
        return context(null);
    }

    private SSLContext context(KeyManager[] keys) throws IOException, GeneralSecurityException {
        KeyStore others = KeyStore.getInstance("PKCS12");
        others.load(null, null);
        try (InputStream in = Files.newInputStream(authority)) {
            others.setCertificateEntry(
                    AUTHORITY, CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(others);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }
}
