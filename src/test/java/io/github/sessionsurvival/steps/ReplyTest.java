package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Exchange;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReplyTest {

    /** A server that refuses everybody, or breaks down, would otherwise be praised for refusing a revision (VER-02). */
    @ParameterizedTest
    @CsvSource({
        "200, -32602, true",
        "400, -32602, true",
        "401, -32001, false",
        "401, -32602, false",
        "403, -32602, false",
        "404, -32601, false",
        "429, -32000, false",
        "500, -32603, false",
        "503, -32001, false",
        "400, -32000, false"
    })
    void onlyARefusalOfTheParametersSaysAnythingOfARevision(int status, int code, boolean refuses) {
        assertThat(
                Reply.refusesParameters(Exchanges.answered(
                        status, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":" + code + ",\"message\":\"no\"}}")),
                is(refuses));
    }

    /** A list of messages has no number, and whatever comes back to it has to be told all the same (BATCH-03). */
    @Test
    void tellsWhatCameBackToAList() {
        Exchange refused = Exchanges.answeredTo(
                "[{\"jsonrpc\":\"2.0\",\"id\":\"odd-1\",\"method\":\"ping\"}]",
                200,
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no lists\"}}");

        assertThat(Reply.result(refused), is(Optional.empty()));
        assertThat(Reply.inWords(refused), containsString("no lists"));
        assertThat(Treatment.inWords("refused").matcher().matches(refused), is(true));
    }
}
