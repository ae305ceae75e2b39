package io.github.sessionsurvival.wire;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The envelope is followed in whatever order and spacing it is written, and never with anything in it changed. */
class RestartAnswerProperties {

    private static final String MESSAGE = "MCP session is restarting, please retry";
    private static final RestartAnswer CONTRACT = new RestartAnswer(503, -32001, MESSAGE, Duration.ofSeconds(2), 8);

    private static final String NOTHING = "";

    /** Spellings of one number, which is one code. */
    private static final List<String> SAME_NUMBER = List.of("-32001", "-32001.0", "-3.2001e4");

    /** How an answer is written: of every member its JSON text, or nothing where it is left out. */
    record Written(int status, String jsonrpc, String id, String code, String message, String result, String more) {

        boolean isTheRestartAnswer() {
            return status == 503
                    && jsonrpc.equals("\"2.0\"")
                    && id.equals("null")
                    && SAME_NUMBER.contains(code)
                    && message.equals("\"" + MESSAGE + "\"")
                    && result.equals(NOTHING);
        }

        String text(boolean turned, String space) {
            List<String> error = members(turned, space, "code", code, "message", message, "data", more);
            List<String> all = members(
                    turned, space, "jsonrpc", jsonrpc, "id", id, "error", object(error, space), "result", result);
            return space + object(all, space) + space;
        }

        private static List<String> members(boolean turned, String space, String... namesAndValues) {
            List<String> members = new ArrayList<>();
            for (int i = 0; i < namesAndValues.length; i += 2) {
                if (!namesAndValues[i + 1].equals(NOTHING)) {
                    members.add("\"" + namesAndValues[i] + "\"" + space + ":" + space + namesAndValues[i + 1]);
                }
            }
            if (turned) {
                Collections.reverse(members);
            }
            return members;
        }

        private static String object(List<String> members, String space) {
            return "{" + space + String.join(space + "," + space, members) + space + "}";
        }
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void isFollowedExactlyWhereEveryPartOfItIsAsDocumented(
            @ForAll("answers") Written written, @ForAll boolean turned, @ForAll("spaces") String space) {
        Body body = Body.of(written.text(turned, space));

        Optional<RestartAnswer.Difference> difference = CONTRACT.difference(written.status(), body);
        assertThat(written + " differs by " + difference, difference.isEmpty(), is(written.isTheRestartAnswer()));
    }

    @Property
    void whateverElseComesIsALookAlikeAndToldInAShortPrintableLine(
            @ForAll("bytes") byte[] bytes, @ForAll("statuses") int status) {
        Optional<RestartAnswer.Difference> difference = CONTRACT.difference(status, Body.of(bytes));

        String words = difference.orElseThrow().inWords();
        assertThat(words, words.length() < 500, is(true));
        assertThat(words, words.chars().noneMatch(Character::isISOControl), is(true));
    }

    @Property
    void withOneByteChangedItIsNotFollowed(@ForAll("positions") int position, @ForAll byte changed) {
        byte[] golden = ("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32001,\"message\":\"" + MESSAGE
                        + "\"}}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] bytes = golden.clone();
        bytes[position % bytes.length] = changed;

        assertThat(CONTRACT.matches(503, Body.of(bytes)), is(Arrays.equals(bytes, golden)));
    }

    @Provide
    Arbitrary<Written> answers() {
        return Combinators.combine(
                        mostly(503, List.of(200, 429, 500, 502, 504, 0)),
                        mostly("\"2.0\"", List.of("\"1.0\"", "2.0", "null", NOTHING, "\"2.0 \"", "[\"2.0\"]")),
                        mostly("null", List.of("1", "0", "\"null\"", "\"\"", NOTHING, "[]", "{}", "false")),
                        mostly(
                                "-32001",
                                List.of("-32001.0", "-3.2001e4", "-32000", "32001", "\"-32001\"", NOTHING, "null")),
                        mostly(
                                "\"" + MESSAGE + "\"",
                                List.of(
                                        "\"" + MESSAGE + ".\"",
                                        "\"" + MESSAGE.toLowerCase(Locale.ROOT) + "\"",
                                        "\" " + MESSAGE + "\"",
                                        "\"\"",
                                        NOTHING,
                                        "null")),
                        mostly(NOTHING, List.of("{}", "null", "\"\"")),
                        Arbitraries.of(NOTHING, "{\"a\":1}", "null"))
                .as(Written::new);
    }

    private static <T> Arbitrary<T> mostly(T usual, List<T> others) {
        return Arbitraries.frequencyOf(Tuple.of(6, Arbitraries.just(usual)), Tuple.of(1, Arbitraries.of(others)));
    }

    @Provide
    Arbitrary<String> spaces() {
        return Arbitraries.strings().withChars(' ', '\t', '\r', '\n').ofMaxLength(3);
    }

    @Provide
    Arbitrary<byte[]> bytes() {
        Arbitrary<byte[]> text = Arbitraries.of(
                        "{",
                        "}",
                        "[",
                        "]",
                        "\"jsonrpc\":\"2.0\",",
                        "\"id\":null,",
                        "\"error\":",
                        "{\"code\":-32001,",
                        MESSAGE,
                        "\\u0000",
                        "\uFEFF",
                        ",",
                        "null")
                .list()
                .ofMaxSize(12)
                .map(pieces -> String.join("", pieces).getBytes(StandardCharsets.UTF_8));
        return Arbitraries.oneOf(Arbitraries.bytes().array(byte[].class).ofMaxSize(80), text);
    }

    @Provide
    Arbitrary<Integer> statuses() {
        return mostly(503, List.of(200, 429, 0, 599, -1));
    }

    @Provide
    Arbitrary<Integer> positions() {
        return Arbitraries.integers().between(0, 1000);
    }
}
