package io.github.sessionsurvival.wire;

import java.util.Objects;

/**
 * Why an exchange has no whole answer. Each is named as what it is and none is ever retried by the handshake (RST-15).
 *
 * @param kind what happened
 * @param detail one line for people, free of secrets
 */
public record WireFault(Kind kind, String detail) {

    /** The kinds a client can tell apart. */
    public enum Kind {
        REFUSED("the connection was refused"),
        UNKNOWN_HOST("the host is unknown"),
        CONNECT_TIMEOUT("no connection within the deadline"),
        TLS("the TLS handshake failed"),
        PROXY("the proxy let nothing through"),
        LOST("the connection was lost before any answer"),
        LOST_IN_HEADERS("the connection was lost within the headers"),
        LOST_IN_BODY("the connection was lost while the body was arriving"),
        NO_HEADERS("no headers within the deadline"),
        HEADERS_TOO_LARGE("the headers are larger than the limit"),
        BODY_SILENT("the body fell silent"),
        BODY_TOO_SLOW("the body did not end within the deadline"),
        BODY_TOO_LARGE("the body is larger than the limit"),
        STREAM_ENDED("the event stream ended without the response"),
        NOT_HTTP("the answer is not HTTP");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        public String inWords() {
            return words;
        }
    }

    public WireFault {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(detail, "detail");
    }

    public String inWords() {
        return detail.isEmpty() ? kind.inWords() : kind.inWords() + " (" + detail + ")";
    }
}
