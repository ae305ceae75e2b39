package io.github.sessionsurvival.client;

import java.util.Map;
import java.util.Queue;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.auth.AuthOption;
import org.apache.http.auth.AuthScheme;
import org.apache.http.client.AuthenticationStrategy;
import org.apache.http.protocol.HttpContext;

/** Leaves every challenge to whoever sent the request: a client that answers one by itself would send the request again. */
final class NoAuthentication implements AuthenticationStrategy {

    @Override
    public boolean isAuthenticationRequested(HttpHost host, HttpResponse response, HttpContext context) {
        return false;
    }

    @Override
    public Map<String, Header> getChallenges(HttpHost host, HttpResponse response, HttpContext context) {
        throw notAsked();
    }

    @Override
    public Queue<AuthOption> select(
            Map<String, Header> challenges, HttpHost host, HttpResponse response, HttpContext context) {
        throw notAsked();
    }

    @Override
    public void authSucceeded(HttpHost host, AuthScheme scheme, HttpContext context) {
        throw notAsked();
    }

    @Override
    public void authFailed(HttpHost host, AuthScheme scheme, HttpContext context) {
        // Nothing was tried.
    }

    private static IllegalStateException notAsked() {
        return new IllegalStateException("no authentication was ever asked for");
    }
}
