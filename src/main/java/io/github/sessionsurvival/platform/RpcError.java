package io.github.sessionsurvival.platform;

/** A JSON-RPC error that answers a well-formed request of a live session; the HTTP status stays 200. */
final class RpcError extends Exception {

    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;

    private static final long serialVersionUID = 1L;

    private final int code;

    RpcError(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }
}
