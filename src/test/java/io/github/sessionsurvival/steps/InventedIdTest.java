package io.github.sessionsurvival.steps;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import io.github.sessionsurvival.wire.SessionId;
import org.junit.jupiter.api.Test;

class InventedIdTest {

    @Test
    void keepsTheShapeOfARealOne() {
        SessionId real = new SessionId("9f1c2b3a-0d4e-4f5a-8b6c-7d8e9f0a1b2c");
        SessionId invented = InventedId.like(real);
        assertThat(invented.value(), matchesPattern("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"));
        assertThat(invented, not(equalTo(real)));
    }

    @Test
    void doesNotGuessAtShortOnes() {
        assertThat(InventedId.like(new SessionId("1")).value(), matchesPattern("[0-9a-f-]{36}"));
    }
}
