package io.github.sessionsurvival.steps;

/** What several clients may do at once. */
enum Deed {
    OPEN,
    END
}
