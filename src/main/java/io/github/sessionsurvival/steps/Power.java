package io.github.sessionsurvival.steps;

/**
 * What a scenario whose outcome depends on a moment can have seen: that nothing went wrong says more, the more often it
 * could have.
 *
 * @param tries how many of those that asked could each have met the fault
 */
record Power(int tries) {

    /** The share of tries in which the fault that is thought of strikes. */
    private static final double STRIKES = 0.05;

    /** The chance that such a fault strikes in none of the tries, from 0 to 1. */
    double missed() {
        return Math.pow(1 - STRIKES, tries);
    }

    String inWords() {
        long ofAHundred = Math.round(missed() * 100);
        return (tries == 1 ? "tried once" : "tried " + tries + " times")
                + ": a fault that strikes in one of twenty would be missed by "
                + (ofAHundred == 0 ? "fewer than 1" : ofAHundred) + " of a hundred runs";
    }
}
