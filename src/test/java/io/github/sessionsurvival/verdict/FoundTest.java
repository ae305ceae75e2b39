package io.github.sessionsurvival.verdict;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class FoundTest {

    private static final Proof.Found MUCH =
            new Proof.Found("much", "breaks much", List.of("SESS-07", "RST-08"), List.of(), List.of());
    private static final Proof.Found LITTLE =
            new Proof.Found("little", "breaks little", List.of("SESS-07"), List.of(), List.of("SESS-06"));
    private static final Proof.Found CLIENT =
            new Proof.Found("client", "waits too little", List.of("RST-05"), List.of(), List.of());
    private static final Proof PROOF = new Proof(List.of(MUCH, LITTLE), List.of(CLIENT));

    @Test
    void whatBreaksLittleElseComesFirst() {
        assertThat(PROOF.ofServers("SESS-07"), contains(LITTLE, MUCH));
        assertThat(PROOF.ofServers("RST-08"), contains(MUCH));
        assertThat(PROOF.ofServers("RST-05"), empty());
        assertThat(PROOF.ofClients("RST-05"), contains(CLIENT));
        assertThat(PROOF.ofClients("SESS-07"), empty());
    }

    @Test
    void whatIsAMatterOfChanceProvesNothing() {
        assertThat(PROOF.ofServers("SESS-06"), empty());
        Proof.Found seen = LITTLE.seen(List.of("SESS-06", "SESS-07"), List.of("SESS-06", "SESS-11"));
        assertThat(
                seen,
                is(new Proof.Found(
                        "little", "breaks little", List.of("SESS-07"), List.of("SESS-11"), List.of("SESS-06"))));
    }

    @Test
    void itsTextReadsBackAsTheSame() {
        assertThat(JsonMapper.builder().build().readValue(PROOF.text(), Proof.class), is(PROOF));
    }

    @Test
    void oneIsShipped() {
        assertThat(Proof.shipped().ofServers("SESS-07"), not(empty()));
    }
}
