package io.github.sessionsurvival.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** A recorded answer from the golden folder, byte by byte: the witness that server and matcher are both checked against. */
public record GoldenAnswer(int status, Headers headers, Body body) {

    /** The contract's restart answer, written from its text. */
    public static GoldenAnswer restartAnswer() {
        return read("/golden/restart-answer.http");
    }

    private static GoldenAnswer read(String resource) {
        String text = text(resource);
        int end = text.indexOf("\r\n\r\n");
        String[] lines = text.substring(0, end).split("\r\n");
        Headers headers = Headers.NONE;
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers = headers.with(lines[i].substring(0, colon), lines[i].substring(colon + 1));
        }
        return new GoldenAnswer(Integer.parseInt(lines[0].split(" ")[1]), headers, Body.of(text.substring(end + 4)));
    }

    private static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(GoldenAnswer.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
