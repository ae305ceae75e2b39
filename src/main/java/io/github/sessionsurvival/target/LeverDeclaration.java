package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.util.List;

/** Which lever a target file declares. */
public sealed interface LeverDeclaration {

    /** None: nobody can move the platform. */
    record None() implements LeverDeclaration {}

    /** The control protocol, below that URL; {@code ${port}} stands for the chosen port. */
    record Http(String url, SecretSource token) implements LeverDeclaration {}

    /** The signals of the process that the suite started. */
    record OwnProcess() implements LeverDeclaration {}

    /**
     * Commands of the operator's own; {@code ${port}} in their words stands for the chosen port.
     *
     * @param restart moves the whole platform; empty: it cannot
     * @param replace puts another version in its place; empty: it cannot
     * @param ready ends with status 0 when the platform is back; empty: the platform is back when it accepts connections
     * @param workdir where they run
     */
    record Command(List<String> restart, List<String> replace, List<String> ready, Path workdir)
            implements LeverDeclaration {
        public Command {
            restart = List.copyOf(restart);
            replace = List.copyOf(replace);
            ready = List.copyOf(ready);
        }

        /** The same with the ports that the suite has chosen. */
        public Command on(ChosenPorts ports) {
            return new Command(in(restart, ports), in(replace, ports), in(ready, ports), workdir);
        }

        private static List<String> in(List<String> words, ChosenPorts ports) {
            return words.stream().map(ports::in).toList();
        }
    }
}
