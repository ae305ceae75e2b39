package io.github.sessionsurvival.platform;

import java.util.List;
import java.util.Locale;

/** The media ranges of an {@code Accept} header (RFC 9110 section 12.5.1), as far as a yes or no needs them. */
final class MediaRanges {

    private MediaRanges() {}

    /** Whether one of the ranges covers that type; an absent header covers none, since MCP demands it (POST-02). */
    static boolean cover(List<String> accept, String type) {
        return accept.stream()
                .flatMap(line -> List.of(line.split(",")).stream())
                .anyMatch(range -> covers(range, type));
    }

    private static boolean covers(String range, String type) {
        String[] parts = range.toLowerCase(Locale.ROOT).split(";");
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].strip().matches("q=0(\\.0{0,3})?")) {
                return false;
            }
        }
        String name = parts[0].strip();
        return name.equals("*/*") || name.equals(type) || name.equals(type.split("/")[0] + "/*");
    }
}
