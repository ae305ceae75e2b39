package io.github.sessionsurvival.steps;

/** Whose treatment a sentence is about. */
enum Subject {
    /** What the scenario asked last. */
    ANSWERS,
    UNDER_WAY,
    /** The one that a whole handshake ended with. */
    CONFIRMATION;

    static Subject inWords(String words) {
        return switch (words) {
            case "what was under way" -> UNDER_WAY;
            case "the confirmation" -> CONFIRMATION;
            default -> ANSWERS;
        };
    }
}
