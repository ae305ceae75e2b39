package io.github.sessionsurvival.platform;

/** What a defect makes of an answer just before it is sent. */
@FunctionalInterface
interface Bend {

    /** For defects that are not in the answer but in what was done. */
    Bend NONE = (asked, answer) -> answer;

    Answer bend(Asked asked, Answer answer);
}
