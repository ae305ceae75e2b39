package io.github.sessionsurvival.target;

import io.github.sessionsurvival.wire.RestartAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A contract profile: the restart answer that a target documents, and how a client may follow it (host contract A). */
public final class ContractFile {

    /** The profile that the product ships. */
    public static final String SHIPPED = "restart-answer";

    /** What a target without a contract says. */
    public static final String NONE = "none";

    private static final List<String> KEYS = List.of("status", "code", "message", "retry-after", "attempts", "notes");

    private ContractFile() {}

    /** The shipped profile. */
    public static RestartAnswer shipped() {
        String name = "contracts/" + SHIPPED + ".yaml";
        try (InputStream in = ContractFile.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return of(YamlFile.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException("the jar's " + name + " cannot be read", e);
        }
    }

    /** A profile of the user's own. */
    public static RestartAnswer read(Path file) {
        return of(YamlFile.read(file));
    }

    private static RestartAnswer of(YamlFile file) {
        YamlPart.Mapping root = file.root();
        file.allow(root, "", KEYS);
        int code = file.at(root, "code")
                .map(p -> file.count(p, "code", -999_999, 999_999))
                .orElseThrow(() -> missing(file, "code", "the error code, such as -32001"));
        int status = file.at(root, "status")
                .map(p -> file.count(p, "status", 400, 599))
                .orElseThrow(() -> missing(file, "status", "the HTTP status, such as 503"));
        String message = file.at(root, "message")
                .map(p -> file.text(p, "message"))
                .orElseThrow(() -> missing(file, "message", "the whole text of the error message"));
        Duration delay = file.at(root, "retry-after")
                .map(p -> file.duration(p, "retry-after"))
                .orElse(Duration.ofSeconds(2));
        int attempts = file.at(root, "attempts")
                .map(p -> file.count(p, "attempts", 1, 100))
                .orElse(8);
        return new RestartAnswer(status, code, message, delay, attempts);
    }

    private static ConfigurationFault missing(YamlFile file, String key, String what) {
        return file.fault(1, "the contract lacks '" + key + "': " + what);
    }
}
