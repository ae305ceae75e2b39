package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a target file that says how the server is started.
 *
 * @param folder what paths in the file start from
 */
record StartPart(YamlFile file, Path folder) {

    private static final int MOST_REPLICAS = 16;

    StartCommand read(YamlPart part) {
        YamlPart.Mapping mapping = file.mapping(part, "start");
        file.allow(
                mapping,
                "start",
                List.of("command", "prepare", "workdir", "env", "ready-within", "grace", "replicas", "next"));
        List<String> command = file.at(mapping, "command")
                .map(p -> file.texts(p, "command"))
                .orElseThrow(() -> file.fault(
                        part.line(), "'start' lacks 'command': a list of words, such as [./start.sh, \"${port}\"]"));
        List<String> prepare =
                file.at(mapping, "prepare").map(p -> file.texts(p, "prepare")).orElse(List.of());
        Path workdir = file.at(mapping, "workdir")
                .map(p -> file.folder(p, folder, "workdir"))
                .orElse(folder);
        StartCommand start = new StartCommand(
                        command,
                        prepare,
                        workdir,
                        environment(mapping),
                        file.someTime(mapping, "ready-within", Duration.ofSeconds(20)),
                        file.duration(mapping, "grace", Duration.ofSeconds(10)))
                .times(file.at(mapping, "replicas")
                        .map(p -> file.count(p, "replicas", 1, MOST_REPLICAS))
                        .orElse(1));
        StartCommand whole =
                file.at(mapping, "next").map(p -> replaced(start, p)).orElse(start);
        if (whole.needsBalancer() && !takesPorts(whole)) {
            throw file.fault(
                    part.line(), "'replicas' and 'next' need ${port} in each 'command': every instance has its own");
        }
        return whole;
    }

    private StartCommand replaced(StartCommand start, YamlPart part) {
        YamlPart.Mapping next = file.mapping(part, "next");
        file.allow(next, "next", List.of("command", "env"));
        if (next.parts().isEmpty()) {
            throw file.fault(part.line(), "'next' lacks 'command' or 'env': how the other version is started");
        }
        List<String> command =
                file.at(next, "command").map(p -> file.texts(p, "command")).orElse(start.command());
        return start.thenBy(command, environment(next));
    }

    private static boolean takesPorts(StartCommand start) {
        return start.takesPort() && start.next().map(StartCommand::takesPort).orElse(true);
    }

    private Map<String, String> environment(YamlPart.Mapping mapping) {
        Map<String, String> environment = new LinkedHashMap<>();
        file.at(mapping, "env").ifPresent(p -> {
            YamlPart.Mapping env = file.mapping(p, "env");
            env.parts().forEach((key, value) -> environment.put(key, file.text(value, key)));
        });
        return environment;
    }
}
