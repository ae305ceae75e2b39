package io.github.sessionsurvival.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
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

    /** An authority of its own in that folder. */
    public static TestCertificates in(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("authority.p12");
        Path pem = folder.resolve("authority.pem");
        keytool(store, make(AUTHORITY, "-30d", 90, List.of("-ext", "bc:c")));
        keytool(store, List.of("-exportcert", "-rfc", "-alias", AUTHORITY, "-file", pem.toString()));
        return new TestCertificates(folder, pem);
    }

    /**
     * Makes one.
     *
     * @param alternativeNames such as {@code ip:127.0.0.1,dns:localhost}; empty for none
     * @param begins such as {@code -3d}: how it differs from now
     */
    public Identity identity(String name, String alternativeNames, String begins, int validDays)
            throws IOException, InterruptedException {
        Path store = Files.copy(folder.resolve("authority.p12"), folder.resolve(name + ".p12"));
        List<String> more = new ArrayList<>(List.of("-signer", AUTHORITY));
        if (!alternativeNames.isEmpty()) {
            more.addAll(List.of("-ext", "san=" + alternativeNames));
        }
        keytool(store, make(name, begins, validDays, more));
        keytool(store, List.of("-delete", "-alias", AUTHORITY));
        return new Identity(store);
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

    public Identity identity(String name, String alternativeNames) throws IOException, InterruptedException {
        return identity(name, alternativeNames, "-1d", 30);
    }

    private static void keytool(Path store, List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
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
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(shown.store())) {
            store.load(in, PASSWORD.toCharArray());
        }
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
