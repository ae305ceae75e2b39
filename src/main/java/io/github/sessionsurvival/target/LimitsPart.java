package io.github.sessionsurvival.target;

import java.util.List;
import java.util.Optional;

/** The part of a target file that bounds what the suite asks of the server. */
record LimitsPart(YamlFile file) {

    Limits read(YamlPart part) {
        Limits usual = Limits.DEFAULT;
        YamlPart.Mapping mapping = file.mapping(part, "limits");
        file.allow(
                mapping,
                "limits",
                List.of(
                        "connect",
                        "answer",
                        "total",
                        "idle",
                        "max-wait",
                        "cold-start-within",
                        "max-sessions",
                        "rate",
                        "openings",
                        "runtime-cap",
                        "scenarios-at-once"));
        return new Limits(
                file.someTime(mapping, "connect", usual.connect()),
                file.someTime(mapping, "answer", usual.answer()),
                file.someTime(mapping, "total", usual.total()),
                file.someTime(mapping, "idle", usual.idle()),
                file.duration(mapping, "max-wait", usual.maxWait()),
                file.someTime(mapping, "cold-start-within", usual.coldStartWithin()),
                file.at(mapping, "max-sessions")
                        .map(p -> file.count(p, "max-sessions", 1, 10_000))
                        .orElse(usual.maxSessions()),
                file.at(mapping, "rate").map(p -> rate(p, "rate")),
                file.at(mapping, "openings").map(p -> rate(p, "openings")),
                file.at(mapping, "runtime-cap").map(p -> file.count(p, "runtime-cap", 1, 100_000)),
                file.at(mapping, "scenarios-at-once").map(p -> file.count(p, "scenarios-at-once", 1, 999)));
    }

    private Rate rate(YamlPart part, String key) {
        return (part instanceof YamlPart.Scalar scalar ? Rate.parse(scalar.quotedOrPlain()) : Optional.<Rate>empty())
                .orElseThrow(() -> file.fault(
                        part.line(),
                        "'" + key + "' is a number in a second, a minute or an hour, such as 5/s or 15/m"));
    }
}
