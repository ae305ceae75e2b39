package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.WireFault;
import java.io.EOFException;
import java.net.SocketException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Why TLS failed, for people and with what to change. The library's text is read, never shown: a server has a part in it. */
final class TlsTrouble {

    private static final int DEEPEST_CAUSE = 20;
    private static final String BROKEN_OFF =
            "the server broke the handshake off; it may want a client certificate, tls: {client-cert: ...}";
    private static final List<String> ABOUT_US =
            List.of("certificate_required", "bad_certificate", "handshake_failure", "unknown_ca", "access_denied");

    private TlsTrouble() {}

    /** The connection ended within the handshake: whoever refuses a client may close before the alert is read. */
    static WireFault brokenOff() {
        return new WireFault(WireFault.Kind.TLS, BROKEN_OFF);
    }

    static String inWords(Throwable thrown) {
        if (LostConnection.find(thrown, CertificateExpiredException.class).isPresent()) {
            return "the server's certificate has expired";
        }
        if (LostConnection.find(thrown, CertificateNotYetValidException.class).isPresent()) {
            return "the server's certificate is not valid yet";
        }
        if (isAboutTheName(thrown)) {
            return "the server's certificate is for another name";
        }
        if (says(thrown, "unable to find valid certification path", "path building failed", "path validation failed")) {
            return "the server's certificate is not trusted; a company's own authority is named by tls: {ca-file: ...}";
        }
        if (says(thrown, "unsupported or unrecognized ssl message", "plaintext connection")) {
            return "the server speaks no TLS there; is the URL http:// rather than https://?";
        }
        if (ABOUT_US.stream().anyMatch(alert -> says(thrown, "alert: " + alert, "alert " + alert))) {
            return "the server did not accept us; it may want a client certificate, tls: {client-cert: ...}";
        }
        if (says(thrown, "protocol_version", "no appropriate protocol")) {
            return "the server offers no TLS version that is still safe";
        }
        if (LostConnection.find(thrown, EOFException.class).isPresent()
                || LostConnection.find(thrown, SocketException.class).isPresent()
                || says(thrown, "terminated the handshake", "connection reset", "broken pipe", "connection closed")) {
            return BROKEN_OFF;
        }
        return "";
    }

    private static boolean isAboutTheName(Throwable thrown) {
        return LostConnection.find(thrown, SSLPeerUnverifiedException.class).isPresent()
                || LostConnection.find(thrown, CertificateException.class).isPresent()
                        && says(
                                thrown,
                                "no subject alternative",
                                "no name matching",
                                "doesn't match",
                                "illegal given domain");
    }

    private static boolean says(Throwable thrown, String... words) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++, cause = cause.getCause()) {
            if (cause instanceof SSLException || cause.getClass().getName().contains("cert")) {
                String said = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
                if (List.of(words).stream().anyMatch(said::contains)) {
                    return true;
                }
            }
        }
        return false;
    }
}
