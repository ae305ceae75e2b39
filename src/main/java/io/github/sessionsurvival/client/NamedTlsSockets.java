package io.github.sessionsurvival.client;

import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.http.conn.ssl.SSLSocketFactory;
import org.apache.http.conn.ssl.StrictHostnameVerifier;

/**
 * TLS sockets that check whom they reached by the same rules as java.net.http, so that both endpoints refuse the same
 * certificates and say so alike.
 */
@SuppressWarnings("deprecation")
final class NamedTlsSockets extends SSLSocketFactory {

    NamedTlsSockets(Optional<SSLContext> tls) {
        super(tls.orElseGet(NamedTlsSockets::usual), new StrictHostnameVerifier());
    }

    private static SSLContext usual() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    @Override
    protected void prepareSocket(SSLSocket socket) throws IOException {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
    }
}
