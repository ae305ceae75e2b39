package io.github.sessionsurvival.jar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.jar.TamperingProxy.Answered;
import io.github.sessionsurvival.jar.TamperingProxy.Asked;
import io.github.sessionsurvival.jar.TamperingProxy.Defect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A check that cannot fail is worth nothing: in front of the sound platform stands a proxy that breaks one thing, and
 * exactly the requirements that speak of it must come out broken.
 */
final class BiteCheck {

    /** What needs no other lever than the restart in flight: the handshake, the restart answer, the endings. */
    private static final String TAGS = "@opens or @observes or @RST-01 or @RST-08";

    private static final int NOT_SOUND = 1;

    enum Wrong implements Defect {
        NOTHING(0, Set.of()) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer;
            }
        },
        RESTART_ANSWER_ECHOES_THE_REQUEST_ID(NOT_SOUND, Set.of("RST-01", "RST-08")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 503
                        ? answer.withBody(answer.body().replace("\"id\":null", "\"id\":1"))
                        : answer;
            }
        },
        RESTART_ANSWER_IN_OTHER_WORDS(NOT_SOUND, Set.of("RST-01", "RST-08")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 503 ? answer.withBody(answer.body().replace("please", "kindly")) : answer;
            }
        },
        RESTART_ANSWER_WITH_STATUS_500(NOT_SOUND, Set.of("RST-01", "RST-08")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 503 ? answer.withStatus(500) : answer;
            }
        },
        RESTART_ANSWER_WITHOUT_ADVICE(NOT_SOUND, Set.of("RST-01")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 503 ? answer.without("retry-after") : answer;
            }
        },
        RESTART_ANSWER_AS_A_WEB_PAGE(NOT_SOUND, Set.of("RST-01")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 503 ? answer.with("content-type", "text/html") : answer;
            }
        },
        CONFIRMATION_ANSWERED_WITH_A_RESULT(NOT_SOUND, Set.of("INIT-04", "RST-08")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return asked.says("notifications/initialized") && answer.status() == 202
                        ? answer.withStatus(200)
                                .with("content-type", "application/json")
                                .withBody("null")
                        : answer;
            }
        },
        DEAD_ID_ANSWERED_400(NOT_SOUND, Set.of("SESS-06", "SESS-07", "SESS-11")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 404 ? answer.withStatus(400) : answer;
            }
        },
        DEAD_ID_ANSWERED_400_ON_GET_ALONE(NOT_SOUND, Set.of("SESS-06", "SESS-07")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 404 && asked.method().equals("GET") ? answer.withStatus(400) : answer;
            }
        },
        MISSING_ID_ANSWERED_404(0, Set.of("SESS-05", "GET-03")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 400 && !asked.namesSession() ? answer.withStatus(404) : answer;
            }
        },
        SECOND_ENDING_FAILS(NOT_SOUND, Set.of("SESS-06", "SESS-07", "SESS-11")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer.status() == 404 && asked.method().equals("DELETE") ? answer.withStatus(500) : answer;
            }
        },
        ENDING_SAID_BUT_NOT_DONE(NOT_SOUND, Set.of("SESS-06", "SESS-07", "SESS-10", "SESS-11")) {
            @Override
            public Optional<Answered> insteadOf(Asked asked) {
                return asked.method().equals("DELETE")
                        ? Optional.of(new Answered(204, Map.of(), ""))
                        : Optional.empty();
            }

            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return answer;
            }
        },
        PING_ANSWERED_WITH_SOMETHING(NOT_SOUND, Set.of("PING-01", "INIT-07")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return asked.says("\"ping\"")
                        ? answer.withBody(answer.body().replace("\"result\":{}", "\"result\":{\"a\":1}"))
                        : answer;
            }
        },
        UNSPOKEN_REVISION_ECHOED(NOT_SOUND, Set.of("VER-02")) {
            @Override
            public Answered tamper(Asked asked, Answered answer) {
                return asked.says("1900-01-01")
                        ? answer.withBody(answer.body()
                                .replaceFirst("\"protocolVersion\":\"[^\"]*\"", "\"protocolVersion\":\"1900-01-01\""))
                        : answer;
            }
        };

        private final int exit;
        private final Set<String> broken;

        Wrong(int exit, Set<String> broken) {
            this.exit = exit;
            this.broken = broken;
        }
    }

    @TempDir
    private static Path shared;

    private static PlatformProcess platform;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startThePlatform() throws Exception {
        platform = new PlatformProcess(shared);
    }

    @AfterAll
    static void stopThePlatform() {
        platform.close();
    }

    @ParameterizedTest
    @EnumSource
    void turnsExactlyTheRequirementsRedThatSpeakOfIt(Wrong wrong) throws Exception {
        try (TamperingProxy proxy = new TamperingProxy(platform.mcpUrl(), wrong)) {
            Path target = folder.resolve("tampered.yaml");
            Files.writeString(
                    target,
                    Files.readString(platform.targetFile())
                            .replace(platform.mcpUrl().toString(), proxy.url().toString()));

            BuiltJar.Ended run = new BuiltJar(folder)
                    .with("MCP_BEARER", PlatformProcess.BEARER)
                    .with("MCP_CONTROL_TOKEN", PlatformProcess.CONTROL_TOKEN)
                    .run("run", "--target", target.toString(), "--tags", TAGS, "--parallelism", "16");

            assertThat(run.output(), broken(folder), equalTo(new TreeSet<>(wrong.broken)));
            assertThat(run.output(), run.exit(), is(wrong.exit));
        }
    }

    private static Set<String> broken(Path folder) {
        Set<String> broken = new TreeSet<>();
        for (JsonNode row : JsonMapper.shared()
                .readTree(folder.resolve("reports/latest/run.json"))
                .get("requirements")) {
            if (row.get("verdict").asString().equals("broken")) {
                broken.add(row.get("id").asString());
            }
        }
        return broken;
    }
}
