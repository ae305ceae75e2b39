package io.github.sessionsurvival.report;

import io.cucumber.messages.types.Exception;
import io.cucumber.messages.types.TestStepResult;
import java.util.Optional;

/** Reads what Cucumber's messages say of an exception: whose fault it is, and how to say it in one short text. */
final class FailureText {

    private static final int LONGEST = 4000;
    private static final String OUR_CODE = "at io.github.sessionsurvival.";

    private FailureText() {}

    /** The exception's class without its package; empty where there is none. */
    static String kind(TestStepResult result) {
        String type = result.getException().map(Exception::getType).orElse("");
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    }

    /** Whether it is an assertion: the only exception that says something of the server by itself. */
    static boolean isAssertion(TestStepResult result) {
        String type = result.getException().map(Exception::getType).orElse("");
        try {
            ClassLoader loader = Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                    .orElse(FailureText.class.getClassLoader());
            return AssertionError.class.isAssignableFrom(Class.forName(type, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return type.endsWith("AssertionError") || type.endsWith("AssertionFailedError");
        }
    }

    /** The exception's message; its class where it has none. */
    static String message(TestStepResult result) {
        return result.getException()
                .map(e -> e.getMessage()
                        .map(String::strip)
                        .filter(m -> !m.isEmpty())
                        .orElse(e.getType()))
                .or(result::getMessage)
                .map(FailureText::cut)
                .orElse("");
    }

    /** With class and place, for whoever mends the suite. */
    static String forTheSuite(TestStepResult result) {
        String place = result.getException()
                .flatMap(Exception::getStackTrace)
                .or(result::getMessage)
                .flatMap(trace -> trace.lines()
                        .map(String::strip)
                        .filter(l -> l.startsWith(OUR_CODE))
                        .findFirst())
                .map(l -> " (" + l + ")")
                .orElse("");
        String message = message(result);
        String kind = kind(result);
        return kind.isEmpty() || message.endsWith(kind) ? message + place : kind + ": " + message + place;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
