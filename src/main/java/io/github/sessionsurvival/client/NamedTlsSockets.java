package io.github.sessionsurvival.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.http.HttpHost;
import org.apache.http.conn.ssl.SSLSocketFactory;
import org.apache.http.conn.ssl.StrictHostnameVerifier;
import org.apache.http.protocol.HttpContext;

/**
 * TLS sockets that check whom they reached by the same rules as java.net.http, so that both endpoints refuse the same
 * certificates and say so alike.
 */
@SuppressWarnings("deprecation")
final class NamedTlsSockets extends SSLSocketFactory {

    private final int handshakeMillis;

    /** @param handshake how long the handshake may be silent; a plain port may wait for ever for what it calls a request */
    NamedTlsSockets(Optional<SSLContext> tls, Duration handshake) {
        super(tls.orElseGet(NamedTlsSockets::usual), new StrictHostnameVerifier());
        this.handshakeMillis = (int) Math.max(1, Math.min(Integer.MAX_VALUE, handshake.toMillis()));
    }

    @Override
    public Socket connectSocket(
            int connectTimeout,
            Socket socket,
            HttpHost host,
            InetSocketAddress remote,
            InetSocketAddress local,
            HttpContext context)
            throws IOException {
        socket.setSoTimeout(handshakeMillis);
        return super.connectSocket(connectTimeout, socket, host, remote, local, context);
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
        socket.setSoTimeout(handshakeMillis);
    }
}
