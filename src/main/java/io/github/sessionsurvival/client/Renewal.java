package io.github.sessionsurvival.client;

import io.github.sessionsurvival.wire.Caller;
import java.util.Optional;

/** Where callers get another bearer from when theirs is used up. */
public interface Renewal {

    /** The caller as it may call now; as given where nothing is known of its bearer. */
    Caller current(Caller caller);

    /** The caller with another bearer than the one that was just refused; empty where there is none. */
    Optional<Caller> after(Caller refused);
}
