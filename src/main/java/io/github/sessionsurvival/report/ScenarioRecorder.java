package io.github.sessionsurvival.report;

import io.cucumber.messages.types.Attachment;
import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Hook;
import io.cucumber.messages.types.Pickle;
import io.cucumber.messages.types.TestCase;
import io.cucumber.messages.types.TestCaseFinished;
import io.cucumber.messages.types.TestCaseStarted;
import io.cucumber.messages.types.Timestamp;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.github.sessionsurvival.verdict.RunFiles;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Cucumber's plugin that records scenarios: one line of {@code scenarios.ndjson} for each, written the moment it ends, so
 * that a killed run leaves a readable partial record. Scenarios may run side by side.
 */
public final class ScenarioRecorder implements ConcurrentEventListener {

    private final Path file;
    private final FeatureTexts texts = new FeatureTexts();
    private final Map<String, Pickle> pickles = new HashMap<>();
    private final Map<String, Hook> hooks = new HashMap<>();
    private final Map<String, TestCase> testCases = new HashMap<>();
    private final Map<String, ScenarioUnderWay> underWay = new HashMap<>();
    private Optional<Double> origin = Optional.empty();
    private OutputStream out;

    /**
     * @param file the record, made anew: lines of an older run would count as this one's
     * @throws UncheckedIOException when it cannot be written
     */
    public ScenarioRecorder(File file) {
        this.file = file.toPath().toAbsolutePath();
        try {
            Files.createDirectories(this.file.getParent());
            this.out = Files.newOutputStream(this.file);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(Envelope.class, this::receive);
    }

    private synchronized void receive(Envelope envelope) {
        envelope.getGherkinDocument().ifPresent(texts::add);
        envelope.getPickle().ifPresent(p -> pickles.put(p.getId(), p));
        envelope.getHook().ifPresent(h -> hooks.put(h.getId(), h));
        envelope.getTestCase().ifPresent(t -> testCases.put(t.getId(), t));
        envelope.getTestCaseStarted().ifPresent(this::started);
        envelope.getTestStepFinished()
                .ifPresent(s -> scenario(Optional.of(s.getTestCaseStartedId()))
                        .ifPresent(u -> u.stepFinished(s.getTestStepId(), s.getTestStepResult())));
        envelope.getAttachment().ifPresent(this::attached);
        envelope.getTestCaseFinished().ifPresent(this::finished);
        envelope.getTestRunFinished().ifPresent(f -> close());
    }

    private void started(TestCaseStarted started) {
        double now = milliseconds(started.getTimestamp());
        origin = origin.or(() -> Optional.of(now));
        TestCase testCase = testCases.get(started.getTestCaseId());
        underWay.put(
                started.getId(),
                new ScenarioUnderWay(
                        pickles.get(testCase.getPickleId()), testCase, texts, hooks::get, now - origin.get()));
    }

    private void attached(Attachment attachment) {
        scenario(attachment.getTestCaseStartedId())
                .ifPresent(u -> u.attached(attachment.getTestStepId().orElse(""), attachment));
    }

    private Optional<ScenarioUnderWay> scenario(Optional<String> startedId) {
        return startedId.map(underWay::get);
    }

    private void finished(TestCaseFinished finished) {
        ScenarioUnderWay scenario = underWay.remove(finished.getTestCaseStartedId());
        if (scenario == null || finished.getWillBeRetried()) {
            return;
        }
        String line = RunFiles.line(scenario.ended(milliseconds(finished.getTimestamp()) - origin.orElse(0.0)));
        try {
            if (out == null) {
                throw new IOException("the run has finished");
            }
            out.write(line.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private void close() {
        try {
            if (out != null) {
                out.close();
                out = null;
            }
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private UncheckedIOException cannotWrite(IOException cause) {
        return new UncheckedIOException("the record " + file + " cannot be written", cause);
    }

    private static double milliseconds(Timestamp timestamp) {
        return timestamp.getSeconds() * 1e3 + timestamp.getNanos() / 1e6;
    }
}
