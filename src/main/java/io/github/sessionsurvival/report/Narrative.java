package io.github.sessionsurvival.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A description as features write it: paragraphs, lists, *em*, **strong** and `code`, and nothing more of Markdown. */
final class Narrative {

    private static final Pattern INLINE =
            Pattern.compile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*\\s](?:[^*]*[^*\\s])?)\\*");
    private static final Pattern ITEM = Pattern.compile("\\s*[-*]\\s+(.*)");

    private Narrative() {}

    static void write(String description, Markup page) {
        for (String block : description.strip().split("\\R\\s*\\R")) {
            if (block.isBlank()) {
                continue;
            }
            boolean inList = false;
            StringBuilder paragraph = new StringBuilder();
            for (String line : block.lines().toList()) {
                Matcher item = ITEM.matcher(line);
                if (item.matches()) {
                    close(paragraph, inList, page);
                    page.raw(inList ? "" : "<ul>");
                    inList = true;
                    paragraph.append(item.group(1));
                } else {
                    paragraph.append(paragraph.isEmpty() ? "" : " ").append(line.strip());
                }
            }
            close(paragraph, inList, page);
            page.raw(inList ? "</ul>" : "");
        }
    }

    private static void close(StringBuilder text, boolean inList, Markup page) {
        if (!text.isEmpty()) {
            page.raw(inList ? "<li>" : "<p>");
            inline(text.toString(), page);
            page.raw(inList ? "</li>" : "</p>");
            text.setLength(0);
        }
    }

    private static void inline(String text, Markup page) {
        Matcher matcher = INLINE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            page.text(text.substring(end, matcher.start()));
            if (matcher.group(1) != null) {
                page.element("code", matcher.group(1));
            } else if (matcher.group(2) != null) {
                page.element("strong", matcher.group(2));
            } else {
                page.element("em", matcher.group(3));
            }
            end = matcher.end();
        }
        page.text(text.substring(end));
    }
}
