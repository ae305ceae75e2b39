package io.github.sessionsurvival.platform;

import java.util.EnumSet;
import java.util.Set;

/** What is wrong with a platform; nothing, unless somebody wants to see whether it is found out. */
final class Defects {

    static final Defects NONE = new Defects(Set.of());

    private final Set<Defect> all;

    Defects(Set<Defect> all) {
        this.all = all.isEmpty() ? EnumSet.noneOf(Defect.class) : EnumSet.copyOf(all);
    }

    boolean has(Defect defect) {
        return all.contains(defect);
    }

    boolean areAny() {
        return !all.isEmpty();
    }

    /** What is sent in the answer's place. */
    Answer bent(Flight flight, Answer answer) {
        Answer bent = answer;
        for (Defect defect : all) {
            bent = defect.bend().bend(new Asked(flight), bent);
        }
        return bent;
    }
}
