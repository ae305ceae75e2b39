package io.github.sessionsurvival.steps;

/**
 * What has to be answered, as the sentences word it.
 *
 * @param kind what is asked
 * @param times how many at once
 */
record Question(Kind kind, int times) {

    /** What can be asked. */
    enum Kind {
        REAL_REQUEST,
        DISCOVERY,
        SUBSCRIPTION
    }

    static Question inWords(String words) {
        return switch (words) {
            case "a real request" -> new Question(Kind.REAL_REQUEST, 1);
            case "a discovery" -> new Question(Kind.DISCOVERY, 1);
            case "a subscription" -> new Question(Kind.SUBSCRIPTION, 1);
            default -> new Question(Kind.REAL_REQUEST, Integer.parseInt(words.replaceAll("\\D", "")));
        };
    }
}
