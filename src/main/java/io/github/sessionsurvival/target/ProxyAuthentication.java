package io.github.sessionsurvival.target;

/**
 * Lets java.net.http send a user and a password to a proxy. By default this Java drops them silently, and reads once, when
 * its client is first used, whether it may not: so it is told at the very beginning of a process.
 */
public final class ProxyAuthentication {

    private static final String DISABLED = "jdk.http.auth.tunneling.disabledSchemes";

    private ProxyAuthentication() {}

    /** Unless the user has decided otherwise. */
    public static void allow() {
        if (System.getProperty(DISABLED) == null) {
            System.setProperty(DISABLED, "");
        }
    }
}
