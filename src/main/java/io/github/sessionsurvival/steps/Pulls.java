package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.Verb;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The verbs of the lever that a step pulls whatever its words are: a scenario that uses it carries
 * {@code @needs-<verb>} for each.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Pulls {
    Verb[] value();
}
