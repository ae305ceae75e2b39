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

    StartCommand read(YamlPart part) {
        YamlPart.Mapping mapping = file.mapping(part, "start");
        file.allow(mapping, "start", List.of("command", "prepare", "workdir", "env", "ready-within", "grace"));
        List<String> command = file.at(mapping, "command")
                .map(p -> file.texts(p, "command"))
                .orElseThrow(() -> file.fault(
                        part.line(), "'start' lacks 'command': a list of words, such as [./start.sh, \"${port}\"]"));
        List<String> prepare =
                file.at(mapping, "prepare").map(p -> file.texts(p, "prepare")).orElse(List.of());
        Path workdir = file.at(mapping, "workdir")
                .map(p -> file.folder(p, folder, "workdir"))
                .orElse(folder);
        Map<String, String> environment = new LinkedHashMap<>();
        file.at(mapping, "env").ifPresent(p -> {
            YamlPart.Mapping env = file.mapping(p, "env");
            env.parts().forEach((key, value) -> environment.put(key, file.text(value, key)));
        });
        return new StartCommand(
                command,
                prepare,
                workdir,
                environment,
                file.someTime(mapping, "ready-within", Duration.ofSeconds(20)),
                file.duration(mapping, "grace", Duration.ofSeconds(10)));
    }
}
