package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import io.github.sessionsurvival.wire.Headers;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GuidanceTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Bearer resource_metadata="http://127.0.0.1/doc" | true  | true
            bearer                                          | true  | false
            Basic realm="x"                                 | false | false
            """)
    void asksForABearer(String challenge, boolean complete, boolean pointing) {
        Guidance guidance = Guidance.of(Exchanges.answered(401, Headers.NONE.with("WWW-Authenticate", challenge), ""));

        assertThat(guidance.missing().isEmpty(), is(complete));
        assertThat(guidance.pointsToDocument(), is(pointing));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            Bearer resource_metadata="http://127.0.0.1/doc"               | http://127.0.0.1/doc
            Bearer realm="x", resource_metadata=http://127.0.0.1/doc, a=b | http://127.0.0.1/doc
            Bearer realm="x"                                              | -
            """)
    void readsWhereTheDocumentLies(String challenge, String document) {
        Guidance guidance = Guidance.of(Exchanges.answered(401, Headers.NONE.with("WWW-Authenticate", challenge), ""));

        assertThat(guidance.document(), is(Optional.ofNullable(document)));
    }

    @Test
    void missesAChallenge() {
        assertThat(Guidance.of(Exchanges.answered(401, "")).missing().isPresent(), is(true));
    }
}
