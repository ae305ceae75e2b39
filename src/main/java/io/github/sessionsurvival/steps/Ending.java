package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Attempt;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.target.Limits;
import io.github.sessionsurvival.wire.WireFault.Kind;
import java.util.Arrays;
import java.util.Set;

/** How a handshake can end, as the sentences word it. */
enum Ending {
    SUCCESS("successfully"),
    LAST_ANSWER("with the last answer it was given"),
    DELAY_TOO_LONG("because the advertised delay is too long"),
    CONNECTION_LOST("because the connection was lost"),
    NO_ANSWER_IN_TIME("because no whole answer came in time"),
    STREAM_ENDED("because the event stream ended without the response"),
    /** However it ended: no session is taken for one that works. */
    NO_SESSION("without a session"),
    /** Where an answer that had begun is struck: made good by another attempt, or broken off for all to see. */
    SUCCESS_OR_LOSS("successfully, or because the connection was lost");

    private static final Set<Kind> LOSSES = Set.of(Kind.LOST, Kind.LOST_IN_HEADERS, Kind.LOST_IN_BODY, Kind.REFUSED);
    private static final Set<Kind> LATE = Set.of(Kind.NO_HEADERS, Kind.BODY_SILENT, Kind.BODY_TOO_SLOW);

    private final String words;

    Ending(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Whether the opening ended so, and says so: a failure without a word on why helps nobody. */
    boolean isOf(Opening opening, Limits limits) {
        if (this == SUCCESS || this == SUCCESS_OR_LOSS && opening.isOpen()) {
            return opening.isOpen();
        }
        if (opening.isOpen()
                || opening.failure().isEmpty()
                || opening.confirmation().isPresent()) {
            return false;
        }
        Attempt last = opening.attempts().get(opening.attempts().size() - 1);
        return switch (this) {
            case LAST_ANSWER ->
                last.exchange().answer().isPresent() && last.exchange().fault().isEmpty();
            case DELAY_TOO_LONG ->
                last.restartAnswer()
                        && last.advertised()
                                .delay()
                                .filter(delay -> delay.compareTo(limits.maxWait()) > 0)
                                .isPresent();
            case CONNECTION_LOST, SUCCESS_OR_LOSS -> hasFault(last, LOSSES);
            case NO_ANSWER_IN_TIME -> hasFault(last, LATE);
            case STREAM_ENDED -> hasFault(last, Set.of(Kind.STREAM_ENDED));
            case NO_SESSION -> true;
            case SUCCESS -> false;
        };
    }

    private static boolean hasFault(Attempt attempt, Set<Kind> kinds) {
        return attempt.exchange()
                .fault()
                .filter(fault -> kinds.contains(fault.kind()))
                .isPresent();
    }

    static Ending inWords(String words) {
        return Arrays.stream(values())
                .filter(e -> e.words.equals(words))
                .findFirst()
                .orElseThrow();
    }
}
