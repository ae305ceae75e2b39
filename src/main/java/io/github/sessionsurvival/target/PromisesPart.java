package io.github.sessionsurvival.target;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The part of a target file that says what its operator promises. */
record PromisesPart(YamlFile file) {

    Promises read(YamlPart part) {
        YamlPart.Mapping mapping = file.mapping(part, "promises");
        file.allow(mapping, "promises", List.of("survives", "within"));
        Set<Promises.Event> survives = EnumSet.noneOf(Promises.Event.class);
        for (String word : file.at(mapping, "survives")
                .map(p -> file.texts(p, "survives"))
                .orElseThrow(() -> file.fault(
                        part.line(),
                        "'promises' lacks 'survives': a list of what a session outlives, such as [restart, drain]"))) {
            survives.add(Promises.Event.named(word)
                    .orElseThrow(() -> file.fault(
                            mapping.lines().get("survives"),
                            "'survives' has '" + word + "'; allowed: " + String.join(", ", Promises.Event.words()))));
        }
        return new Promises(survives, file.at(mapping, "within").map(p -> file.someTime(p, "within")));
    }
}
