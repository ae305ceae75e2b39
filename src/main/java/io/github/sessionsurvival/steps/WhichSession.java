package io.github.sessionsurvival.steps;

/** Which of a scenario's sessions a sentence means. The first two stand in their order. */
enum WhichSession {
    FIRST,
    SECOND,
    /** "The session": the latest that the scenario opened. */
    LATEST;

    static WhichSession inWords(String words) {
        return switch (words) {
            case "the first session" -> FIRST;
            case "the second session" -> SECOND;
            default -> LATEST;
        };
    }
}
