package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.WireFault;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether an answer tells where its body ends (RFC 9112 section 6.3). Where it contradicts itself, two clients read two
 * different bodies, so none is read.
 */
final class BodyFraming {

    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final Pattern NOTHING = Pattern.compile("0+");
    private static final int NO_CONTENT = 204;

    /** What both endpoints say of it. */
    static final WireFault FAULT = new WireFault(WireFault.Kind.NOT_HTTP, "it does not tell where its body ends");

    private BodyFraming() {}

    static Optional<WireFault> fault(int status, Headers headers) {
        List<String> codings = headers.all("transfer-encoding");
        List<String> lengths = headers.all("content-length");
        if (codings.isEmpty() && lengths.isEmpty()) {
            return Optional.empty();
        }
        boolean clear = codings.isEmpty()
                ? isOneLength(lengths, status)
                : isChunked(codings) && lengths.isEmpty() && status != NO_CONTENT;
        return clear ? Optional.empty() : Optional.of(FAULT);
    }

    private static boolean isOneLength(List<String> lengths, int status) {
        return lengths.stream().distinct().count() == 1
                && LENGTH.matcher(lengths.get(0)).matches()
                && (status != NO_CONTENT || NOTHING.matcher(lengths.get(0)).matches());
    }

    private static boolean isChunked(List<String> codings) {
        return codings.size() == 1 && codings.get(0).equalsIgnoreCase("chunked");
    }
}
