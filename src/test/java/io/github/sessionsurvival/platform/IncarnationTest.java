package io.github.sessionsurvival.platform;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncarnationTest {

    @TempDir
    Path folder;

    private BiConsumer<Incarnation, SessionRuntime> onStart = (life, runtime) -> {};
    private Incarnation life;

    private Incarnation begin() {
        life = Incarnation.first(folder, (of, runtime) -> onStart.accept(of, runtime), Defects.NONE);
        return life;
    }

    @AfterEach
    void end() {
        life.end(true);
    }

    private SessionId minted() throws Gone {
        return life.within(store -> store.mint("somebody", Revision.R2025_11_25));
    }

    private static void endIn(Incarnation life, SessionId id) {
        try {
            life.within(store -> {
                store.end(id);
                return null;
            });
        } catch (Gone over) {
            throw new IllegalStateException(over);
        }
    }

    /** Told of a missing header instead, a client would think its own request wrong. */
    @Test
    void whoWasLetInBeforeTheSessionEndedLearnsThatItIsGone() throws Exception {
        begin();
        SessionId id = minted();
        endIn(life, id);

        Refusal refusal = assertThrows(Refusal.class, () -> life.enter(id, runtime -> true));

        assertThat(refusal.answer().status(), equalTo(404));
    }

    @Test
    void whoMeetsARuntimeThatIsBeingDisposedOfWorksInTheNextOne() throws Exception {
        begin();
        SessionId id = minted();
        SessionRuntime first = life.runtime(id).orElseThrow();

        SessionRuntime entered = life.enter(id, runtime -> {
            life.dispose(first);
            return runtime.begin();
        });

        assertThat(entered.dispose(), equalTo(false));
        assertThat(entered == first, equalTo(false));
    }

    @Test
    void aSessionThatEndsWhileItsRuntimeIsStartingLeavesNoRuntimeBehind() throws Exception {
        begin();
        SessionId id = minted();
        onStart = (of, runtime) -> endIn(of, id);

        Optional<SessionRuntime> runtime = life.runtime(id);

        assertThat(runtime, equalTo(Optional.empty()));
        assertThat(life.resident(), equalTo(0));
    }
}
