package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The documented restart answer as it travels: the third witness beside the platform's text and the matcher's. */
final class Golden {

    private Golden() {}

    static void assertIsTheRestartAnswer(HttpResponse<String> answer) throws IOException {
        try (InputStream file = Golden.class.getResourceAsStream("/golden/restart-answer.http")) {
            String[] parts = new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\r\n\r\n", 2);
            String[] head = parts[0].split("\r\n");
            assertThat("HTTP/1.1 " + answer.statusCode() + " Service Unavailable", equalTo(head[0]));
            for (int i = 1; i < head.length; i++) {
                String[] line = head[i].split(": ", 2);
                assertThat(line[0], answer.headers().allValues(line[0]), equalTo(List.of(line[1])));
            }
            JsonNode expected = JsonText.MAPPER.readTree(parts[1]);
            JsonNode given = Visitor.json(answer);
            assertThat(given, equalTo(expected));
            assertThat(members(given), equalTo(members(expected)));
            assertThat(members(given.get("error")), equalTo(members(expected.get("error"))));
        }
        assertThat("names a session", Visitor.session(answer).isPresent(), equalTo(false));
    }

    private static List<String> members(JsonNode node) {
        return new ArrayList<>(node.propertyNames());
    }
}
