package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;

import io.github.sessionsurvival.target.Verb;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whether a scenario's {@code @needs-<verb>} tags are those of the lever that its steps pull. Without its tag a scenario
 * would be red where the lever is missing; with one too many it would be left out where it could run. What a step pulls is
 * said beside it ({@link Pulls}, {@link Pulling}).
 */
class NeedsTest {

    private static final String TAG = "@needs-";

    /** Parameter types whose words may pull the lever. */
    private static final Map<String, Function<String, Pulling>> WORDS = Map.of(
            "event", PlatformEvent::inWords,
            "condition", Condition::inWords,
            "trouble", Trouble::inWords,
            "strike", Strike::inWords,
            "keeping", Keeping::inWords,
            "form", Form::inWords,
            "undertaking", Undertaking::inWords);

    private static Glue glue;

    @BeforeAll
    static void lookAtTheFeatures() {
        glue = Glue.dryRun();
    }

    @Test
    void everyScenarioNeedsTheVerbsThatItsStepsPullAndNoOther() {
        Map<String, List<Glue.Matched>> scenarios = glue.matched().stream()
                .collect(Collectors.groupingBy(Glue.Matched::scenario, LinkedHashMap::new, Collectors.toList()));
        assertThat(scenarios.size(), greaterThan(40));
        assertThat(
                scenarios.values().stream()
                        .flatMap(steps -> wrong(steps).stream())
                        .toList(),
                empty());
    }

    /** That the check above can fail. */
    @Test
    void namesATagThatIsMissingAndOneThatNothingPulls() {
        Glue.Matched kill = glue.matched().stream()
                .filter(m -> m.text().equals("the platform is killed and comes back"))
                .findFirst()
                .orElseThrow();
        assertThat(
                wrong(List.of(tagged(kill, "@disturbs", "@needs-drain", "@needs-contract"))),
                containsInAnyOrder(
                        kill.scenario() + " lacks @needs-kill: \"the platform is killed and comes back\" pulls it",
                        kill.scenario() + " carries @needs-drain, which none of its steps pulls"));
        assertThat(wrong(List.of(tagged(kill, "@needs-kill"))), empty());
        assertThat(wrong(List.of(tagged(kill))).size(), org.hamcrest.Matchers.is(1));
    }

    @Test
    void everyWordThatMayPullTheLeverIsKnownHere() {
        assertThat(
                Arrays.stream(ParameterTypes.class.getDeclaredMethods())
                        .filter(m -> Pulling.class.isAssignableFrom(m.getReturnType()))
                        .map(Method::getName)
                        .filter(name -> !WORDS.containsKey(name))
                        .toList(),
                empty());
        assertThat(
                Stream.of(PlatformEvent.values())
                        .filter(e -> e.verbs().isEmpty())
                        .toList(),
                contains(PlatformEvent.IDLE, PlatformEvent.IN_USE));
    }

    private static Glue.Matched tagged(Glue.Matched step, String... tags) {
        return new Glue.Matched(
                step.feature(),
                step.line(),
                step.text(),
                step.keyword(),
                step.status(),
                step.definition(),
                step.scenario(),
                List.of(tags),
                step.words());
    }

    private static List<String> wrong(List<Glue.Matched> steps) {
        Glue.Matched any = steps.get(0);
        Set<String> carried = any.tags().stream()
                .filter(t -> t.startsWith(TAG)
                        && Verb.named(t.substring(TAG.length())).isPresent())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> pulled = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        for (Glue.Matched step : steps) {
            for (Verb verb : verbsOf(step)) {
                String tag = TAG + verb.word();
                if (pulled.add(tag) && !carried.contains(tag)) {
                    wrong.add(any.scenario() + " lacks " + tag + ": \"" + step.text() + "\" pulls it");
                }
            }
        }
        carried.stream()
                .filter(tag -> !pulled.contains(tag))
                .forEach(tag -> wrong.add(any.scenario() + " carries " + tag + ", which none of its steps pulls"));
        return wrong;
    }

    private static Set<Verb> verbsOf(Glue.Matched step) {
        Set<Verb> verbs = new TreeSet<>();
        Optional.ofNullable(method(step.definition()).getAnnotation(Pulls.class))
                .ifPresent(pulls -> verbs.addAll(List.of(pulls.value())));
        step.words().stream()
                .filter(word -> WORDS.containsKey(word.getKey()))
                .flatMap(word -> WORDS.get(word.getKey()).apply(word.getValue()).verbs().stream())
                .forEach(verbs::add);
        return verbs;
    }

    /** From {@code package.Class.method(parameters)}. */
    private static Method method(String definition) {
        String owner = definition.substring(0, definition.indexOf('('));
        String className = owner.substring(0, owner.lastIndexOf('.'));
        String name = owner.substring(owner.lastIndexOf('.') + 1);
        try {
            return Arrays.stream(Class.forName(className).getDeclaredMethods())
                    .filter(m -> m.getName().equals(name))
                    .findFirst()
                    .orElseThrow();
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
