package io.github.sessionsurvival.wire;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A revision of the MCP specification, as it stands in {@code protocolVersion}. Ordered by date.
 *
 * @param date the revision's name, {@code yyyy-mm-dd}
 */
public record Revision(String date) implements Comparable<Revision> {

    public static final Revision R2025_03_26 = new Revision("2025-03-26");
    public static final Revision R2025_06_18 = new Revision("2025-06-18");
    public static final Revision R2025_11_25 = new Revision("2025-11-25");

    public static final Revision R2026_07_28 = new Revision("2026-07-28");

    /** The revisions that keep sessions, oldest first. */
    public static final List<Revision> STATEFUL = List.of(R2025_03_26, R2025_06_18, R2025_11_25);

    /** The revisions whose requests belong to no session, oldest first. */
    public static final List<Revision> SESSIONLESS = List.of(R2026_07_28);

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    public Revision {
        Objects.requireNonNull(date, "date");
    }

    /** Whether the text has the shape of a revision's name; a server may answer anything. */
    public static boolean isWellFormed(String text) {
        return DATE.matcher(text).matches();
    }

    public boolean isStateful() {
        return STATEFUL.contains(this);
    }

    /** Whether requests after the handshake carry the {@code MCP-Protocol-Version} header (VER-04). */
    public boolean carriesVersionHeader() {
        return compareTo(R2025_06_18) >= 0;
    }

    @Override
    public int compareTo(Revision other) {
        return date.compareTo(other.date);
    }

    @Override
    public String toString() {
        return date;
    }
}
