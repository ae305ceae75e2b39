package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.target.ContractFile;
import io.github.sessionsurvival.target.ScriptedAnswer;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.RestartAnswer.Part;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestartLookAlikeTest {

    private static final RestartAnswer CONTRACT = ContractFile.shipped();

    private final RestartLookAlike lookAlikes = new RestartLookAlike(CONTRACT);

    @Test
    void startsFromTheRestartAnswerItself() {
        assertThat(difference(lookAlikes.named("a restart answer")), is(Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "STATUS, 500",
        "JSONRPC, 1.0",
        "JSONRPC, missing",
        "REQUEST_ID, 1",
        "REQUEST_ID, text",
        "REQUEST_ID, missing",
        "ERROR_CODE, -32603",
        "ERROR_CODE, text",
        "ERROR_CODE, missing",
        "MESSAGE, trailing space",
        "MESSAGE, missing",
        "MESSAGE, anything else"
    })
    void differsInThePartThatItNamesAndNoOther(Part part, String value) {
        assertThat(difference(lookAlikes.differing(part, value)), equalTo(Optional.of(part)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a restart answer with one more member",
                "a restart answer with details in its error",
                "a restart answer with its members in another order",
                "a restart answer with another media type",
                "a restart answer with white space around it",
                "a restart answer with an empty session id"
            })
    void wrapsTheRestartAnswerWithoutChangingIt(String wrapping) {
        assertThat(difference(lookAlikes.named(wrapping)), is(Optional.empty()));
    }

    private static Optional<Part> difference(ScriptedAnswer answer) {
        return CONTRACT.difference(answer.status(), Body.of(answer.body())).map(RestartAnswer.Difference::part);
    }
}
