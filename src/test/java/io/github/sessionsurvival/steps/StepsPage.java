package io.github.sessionsurvival.steps;

import io.cucumber.java.ParameterType;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes docs/steps.md from the step definitions. */
final class StepsPage {

    private StepsPage() {}

    private record Phrase(String area, int order, String keyword, String expression) {}

    static String of(Glue glue) {
        Map<String, Long> uses =
                glue.matched().stream().collect(Collectors.groupingBy(Glue.Matched::definition, Collectors.counting()));
        StringBuilder page = new StringBuilder();
        page.append("# The sentences of the features\n\n")
                .append(
                        "Made from the step definitions by `VocabularyTest`; renew it with `mvn test -Dtest=VocabularyTest`"
                                + " and `cp target/steps.md docs/steps.md`.\n\n")
                .append("Given is a state, When is one event, Then is what an outsider can observe. Words in braces are"
                        + " listed at the end. `time(s)` is either form, and of `tries/tried` one is written.\n");
        Map<String, List<Phrase>> byArea = glue.definitions().stream()
                .map(d -> phrase(d.getLocation(), d.getPattern()))
                .collect(Collectors.groupingBy(Phrase::area, TreeMap::new, Collectors.toList()));
        byArea.forEach((area, phrases) -> {
            page.append("\n## ").append(area).append("\n\n| | sentence |\n|---|---|\n");
            phrases.stream()
                    .sorted(Comparator.comparingInt(Phrase::order).thenComparing(Phrase::expression))
                    .forEach(p -> page.append("| ")
                            .append(p.keyword())
                            .append(" | ")
                            .append(p.expression())
                            .append(" |\n"));
        });
        page.append("\n## The words in braces\n\n| word | what may stand there |\n|---|---|\n")
                .append("| {int} | a whole number |\n| {string} | a text in double quotes |\n");
        Arrays.stream(ParameterTypes.class.getDeclaredMethods())
                .filter(m -> m.isAnnotationPresent(ParameterType.class))
                .sorted(Comparator.comparing(Method::getName))
                .forEach(m -> page.append("| {")
                        .append(m.getName())
                        .append("} | ")
                        .append(words(m.getAnnotation(ParameterType.class).value()))
                        .append(" |\n"));
        if (uses.isEmpty()) {
            throw new IllegalStateException("no feature uses any step");
        }
        return page.toString();
    }

    private static String words(String pattern) {
        return switch (pattern) {
            case "\\d{4}-\\d{2}-\\d{2}" -> "a revision such as 2025-11-25";
            case "(\\d+(?:, then \\d+)*) seconds?" -> "2 seconds, or in turn 0, then 2 seconds";
            case "[1-5]\\d{2}" -> "a status such as 404";
            default -> alternatives(pattern);
        };
    }

    /** The texts that a pattern of alternatives and groups stands for. */
    private static String alternatives(String pattern) {
        return expanded(pattern).map(String::strip).distinct().collect(Collectors.joining(", "));
    }

    private static Stream<String> expanded(String pattern) {
        List<String> choices = choices(pattern);
        if (choices.size() > 1) {
            return choices.stream().flatMap(StepsPage::expanded);
        }
        int open = pattern.indexOf("(?:");
        if (open < 0) {
            return Stream.of(pattern);
        }
        int close = closing(pattern, open);
        boolean optional = pattern.startsWith("?", close + 1);
        String head = pattern.substring(0, open);
        String tail = pattern.substring(close + (optional ? 2 : 1));
        Stream<String> inner = expanded(pattern.substring(open + 3, close));
        return (optional ? Stream.concat(Stream.of(""), inner) : inner)
                .flatMap(middle -> expanded(tail).map(end -> head + middle + end));
    }

    /** The parts between the bars that stand in no group. */
    private static List<String> choices(String pattern) {
        List<String> choices = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == '|' && depth == 0) {
                choices.add(pattern.substring(from, i));
                from = i + 1;
            }
        }
        choices.add(pattern.substring(from));
        return choices;
    }

    private static int closing(String pattern, int open) {
        int depth = 0;
        for (int i = open; i < pattern.length(); i++) {
            depth += pattern.charAt(i) == '(' ? 1 : pattern.charAt(i) == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("no end of the group in " + pattern);
    }

    private static Phrase phrase(String location, String expression) {
        String owner = location.substring(0, location.indexOf('('));
        String className = owner.substring(0, owner.lastIndexOf('.'));
        String methodName = owner.substring(owner.lastIndexOf('.') + 1);
        try {
            Class<?> steps = Class.forName(className);
            Method method = Arrays.stream(steps.getDeclaredMethods())
                    .filter(m -> m.getName().equals(methodName))
                    .findFirst()
                    .orElseThrow();
            String keyword = method.isAnnotationPresent(Given.class)
                    ? "Given"
                    : method.isAnnotationPresent(When.class)
                            ? "When"
                            : method.isAnnotationPresent(Then.class) ? "Then" : "?";
            return new Phrase(
                    steps.getSimpleName().replaceFirst("Steps$", ""),
                    List.of("Given", "When", "Then", "?").indexOf(keyword),
                    keyword,
                    expression);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
