package io.github.sessionsurvival.steps;

/** Which event of a stream a sentence means. */
enum Place {
    FIRST,
    LAST
}
