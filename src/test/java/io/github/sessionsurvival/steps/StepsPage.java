package io.github.sessionsurvival.steps;

import io.cucumber.java.ParameterType;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.lang.reflect.Method;
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

    /** One level of nesting is all that the patterns have. */
    private static String alternatives(String pattern) {
        int open = pattern.indexOf("(?: (?:");
        int close = pattern.indexOf("))?");
        if (open < 0) {
            return pattern.replace("|", ", ");
        }
        String head = pattern.substring(0, open);
        Stream<String> nested =
                Arrays.stream(pattern.substring(open + 7, close).split("\\|")).map(tail -> head + " " + tail);
        return Stream.concat(Stream.of(head), nested).collect(Collectors.joining(", "))
                + pattern.substring(close + 3).replace("|", ", ");
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
