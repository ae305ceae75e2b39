package io.github.sessionsurvival.target;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Reads what a target file names for TLS. What the machine trusts stays trusted: a certificate authority of one's own
 * comes beside the others. Nothing here switches verification off.
 */
final class TlsContext {

    private TlsContext() {}

    /**
     * Whom to trust and who we are; empty where the file names nothing.
     *
     * @throws ConfigurationFault when a file cannot be used, with what is wrong with it
     */
    static Optional<SSLContext> of(TlsFiles files, Environment environment) {
        if (files.equals(TlsFiles.NONE)) {
            return Optional.empty();
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    files.clientCert()
                            .map(f -> identity(f, files.password(), environment))
                            .orElse(null),
                    files.caFile().map(TlsContext::trust).orElse(null),
                    null);
            return Optional.of(context);
        } catch (GeneralSecurityException e) {
            throw new ConfigurationFault("tls: this Java cannot set up TLS with these files");
        }
    }

    private static TrustManager[] trust(Path caFile) {
        Collection<? extends Certificate> own = certificates(caFile);
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate usual : trustedAnyway()) {
                store.setCertificateEntry("usual-" + number++, usual);
            }
            for (Certificate one : own) {
                store.setCertificateEntry("own-" + number++, one);
            }
            return managers(store).getTrustManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new ConfigurationFault(caFile + ": its certificates cannot be used");
        }
    }

    private static List<X509Certificate> trustedAnyway() throws GeneralSecurityException {
        for (TrustManager manager : managers(null).getTrustManagers()) {
            if (manager instanceof X509TrustManager usual) {
                return List.of(usual.getAcceptedIssuers());
            }
        }
        return List.of();
    }

    private static TrustManagerFactory managers(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }

    private static Collection<? extends Certificate> certificates(Path caFile) {
        try (InputStream in = Files.newInputStream(caFile)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (!found.isEmpty()) {
                return found;
            }
        } catch (CertificateException e) {
            // Told below: what it holds is no certificate.
        } catch (IOException e) {
            throw new ConfigurationFault(caFile + ": cannot be read");
        }
        throw new ConfigurationFault(
                caFile + ": holds no certificate; 'ca-file' takes PEM, which begins with -----BEGIN CERTIFICATE-----");
    }

    private static KeyManager[] identity(Path clientCert, Optional<SecretSource> password, Environment environment) {
        char[] opens =
                password.map(p -> p.resolve(environment).reveal().toCharArray()).orElse(new char[0]);
        KeyStore store = opened(clientCert, opens);
        try {
            demandUsable(clientCert, store);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, opens);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new ConfigurationFault(clientCert + ": its key cannot be used with this password");
        }
    }

    private static KeyStore opened(Path clientCert, char[] password) {
        try (InputStream in = Files.newInputStream(clientCert)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new ConfigurationFault(
                    clientCert
                            + ": cannot be opened as PKCS #12 with this password; is it a .p12 file, and is 'password' its own?");
        }
    }

    private static void demandUsable(Path clientCert, KeyStore store) throws GeneralSecurityException {
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate certificate) {
                try {
                    certificate.checkValidity();
                    return;
                } catch (CertificateExpiredException e) {
                    throw new ConfigurationFault(clientCert + ": the client certificate has expired, on "
                            + certificate.getNotAfter().toInstant());
                } catch (CertificateNotYetValidException e) {
                    throw new ConfigurationFault(clientCert + ": the client certificate is not valid before "
                            + certificate.getNotBefore().toInstant());
                }
            }
        }
        throw new ConfigurationFault(clientCert + ": holds no private key with a certificate");
    }
}
