package io.github.sessionsurvival.target;

/** Which lever a target file declares. */
public sealed interface LeverDeclaration {

    /** None: nobody can move the platform. */
    record None() implements LeverDeclaration {}

    /** The control protocol, below that URL; {@code ${port}} stands for the chosen port. */
    record Http(String url, SecretSource token) implements LeverDeclaration {}

    /** The signals of the process that the suite started. */
    record OwnProcess() implements LeverDeclaration {}
}
