package io.github.sessionsurvival.target;

/**
 * What the user gave cannot be used: exit status 2. The message is one or two lines that say what is wrong, where, and
 * what to write instead; it never carries a secret.
 */
public final class ConfigurationFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ConfigurationFault(String message) {
        super(message);
    }
}
