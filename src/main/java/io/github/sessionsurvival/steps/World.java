package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.client.Endpoint;
import io.github.sessionsurvival.client.ExchangeLog;
import io.github.sessionsurvival.client.McpClient;
import io.github.sessionsurvival.client.NoRoom;
import io.github.sessionsurvival.client.Opening;
import io.github.sessionsurvival.client.OpeningsBarred;
import io.github.sessionsurvival.client.Receipt;
import io.github.sessionsurvival.client.Session;
import io.github.sessionsurvival.client.Throttled;
import io.github.sessionsurvival.target.AnswerForm;
import io.github.sessionsurvival.target.Lever;
import io.github.sessionsurvival.target.LeverFailure;
import io.github.sessionsurvival.target.Operation;
import io.github.sessionsurvival.target.Phase;
import io.github.sessionsurvival.target.Probe;
import io.github.sessionsurvival.target.Promises;
import io.github.sessionsurvival.target.Verb;
import io.github.sessionsurvival.verdict.Evidence;
import io.github.sessionsurvival.wire.Body;
import io.github.sessionsurvival.wire.Caller;
import io.github.sessionsurvival.wire.Exchange;
import io.github.sessionsurvival.wire.Headers;
import io.github.sessionsurvival.wire.JsonRpc;
import io.github.sessionsurvival.wire.RestartAnswer;
import io.github.sessionsurvival.wire.Revision;
import io.github.sessionsurvival.wire.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** One scenario's world: who it is, what it opened, what it heard. Made by the container for each scenario. */
public final class World {

    private static final int CALLER_ID_LIMIT = 80;
    private static final int SIDE_BY_SIDE = 4;
    private static final Duration NOW_AND_THEN = Duration.ofMillis(400);
    /** What a server says on a stream because of something, it says soon after. */
    private static final Duration LISTENS_ON = Duration.ofSeconds(1);

    private static final int LOOKS = 10;

    private static final Duration IN_FLIGHT_WITHIN = Duration.ofSeconds(10);
    /** Attempts and waits of one restart are far below; a bound against hanging, not a verdict on speed. */
    private static final Duration BESIDE_WITHIN = Duration.ofSeconds(60);

    private final Run run = CurrentRun.get();
    private final ExchangeLog log = new ExchangeLog();
    private final List<Caller> callers = new ArrayList<>();
    private final List<Opening> openings = new ArrayList<>();
    private final List<Session> sessions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Receipt> receipts = new ArrayList<>();
    private final List<Evidence.Survival> survivals = new ArrayList<>();
    private final List<Future<Opening>> besides = new ArrayList<>();
    private Optional<Befallen> befallen = Optional.empty();
    private boolean wentDownInTime = true;
    private Duration longestPause = Duration.ZERO;
    private Optional<Keeping> keeping = Optional.empty();
    private final AtomicInteger requestNumbers = new AtomicInteger();
    private Optional<UnderWay> underWay = Optional.empty();
    private Optional<Future<Lever.Hold>> cut = Optional.empty();
    private List<Exchange> answers = List.of();
    private ScenarioLabel label;
    private McpClient client;
    private Revision asks = run.asks();
    private Optional<Alone> alone = Optional.empty();
    private Optional<Future<Exchange>> subscription = Optional.empty();
    private final List<Future<Exchange>> watched = new ArrayList<>();
    private final CompletableFuture<Void> letGo = new CompletableFuture<>();
    private boolean formIsOrdered;
    private ExecutorService sideBySide;

    /** Called by the hooks before anything else. */
    void begin(ScenarioLabel begun) {
        label = begun;
    }

    Run run() {
        return run;
    }

    /** The revision that this scenario's openings ask for. */
    Revision asks() {
        return asks;
    }

    void asksFor(Revision revision) {
        asks = revision;
    }

    /** From now on what it asks stands alone. */
    void asksAlone() {
        alone = Optional.of(new Alone(this));
    }

    /** What it asks without sessions; empty where it asks within them. */
    Optional<Alone> alone() {
        return alone;
    }

    ScenarioLabel label() {
        return label;
    }

    ExchangeLog log() {
        return log;
    }

    Lever lever() {
        return run.lever();
    }

    /**
     * What happened to the platform, for the sentences about what is left of a session.
     *
     * @param word as target files and the report spell it
     * @param promise the promise that speaks of it; empty where none can
     * @param since from when an answer counts as late, on the run's clock
     */
    record Befallen(String word, Optional<Promises.Event> promise, Duration since) {}

    /** Whether a platform that was told to go down did so by itself, within its grace. */
    boolean wentDownInTime() {
        return wentDownInTime;
    }

    /** Whether something has happened to the platform that its sessions may not have survived. */
    boolean isBefallen() {
        return befallen.isPresent();
    }

    /** Lets it happen; returns when the platform answers again. */
    void befall(PlatformEvent event) {
        Duration before = run.clock().now();
        switch (event) {
            case IDLE -> {
                await(run.target().limits().idle());
                before = run.clock().now();
            }
            case IN_USE -> {
                useForAWhile();
                return;
            }
            case RENEW -> {
                renewBearer();
                return;
            }
            case EVICT, FORGET, SHUT_OUT, KNOW, SAY -> {
                event.pull(lever(), caller());
                return;
            }
            case DRAIN -> wentDownInTime = lever().drain();
            default -> event.pull(lever(), caller());
        }
        befallen = Optional.of(new Befallen(event.word(), event.promise(), before));
    }

    private void useForAWhile() {
        Duration last = lastSent();
        Duration end = run.clock().now().plus(run.target().limits().idle());
        while (last.compareTo(end) < 0) {
            Duration began = run.clock().now();
            client().probe(session());
            usedAgainSince(last);
            last = began;
            await(NOW_AND_THEN);
        }
    }

    /** When the scenario's last request was sent, on the run's clock: no sooner was the session unused. */
    private Duration lastSent() {
        List<Exchange> all = log.all();
        return all.isEmpty()
                ? run.clock().now()
                : all.get(all.size() - 1).timing().sent();
    }

    private void usedAgainSince(Duration last) {
        Duration pause = run.clock().now().minus(last);
        longestPause = pause.compareTo(longestPause) > 0 ? pause : longestPause;
    }

    /** The longest time that the session may have been without a request while it was used now and then. */
    Duration longestPause() {
        return longestPause;
    }

    /** What the platform was told to keep in memory; empty where it was told nothing. */
    Optional<Keeping> keeping() {
        return keeping;
    }

    void keeps(Keeping told) {
        told.order(lever(), caller());
        keeping = Optional.of(told);
    }

    /** The next requests of this scenario will be struck by a restart. */
    void willRestartInFlight() {
        befallen = Optional.of(new Befallen(
                Verb.RESTART_IN_FLIGHT.word(), Optional.empty(), run.clock().now()));
    }

    Optional<Befallen> befallen() {
        return befallen;
    }

    /** What became of the session is told with the scenario, and merged with what others tell. */
    void survival(Evidence.Survival survival) {
        survivals.add(survival);
    }

    List<Evidence.Survival> survivals() {
        return List.copyOf(survivals);
    }

    /** Waits, unless the run is being ended. */
    void await(Duration delay) {
        try {
            run.waiter().await(delay);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended while this scenario was waiting");
        }
    }

    RestartAnswer contract() {
        return run.target()
                .contract()
                .orElseThrow(() -> new NotApplicable("this target declares no contract about restarts"));
    }

    Expectation expect(String... ids) {
        return new Expectation(label, run.redaction(), ids);
    }

    /** The scenario's client, made when first asked for: some scenarios are left out before they need one. */
    McpClient client() {
        if (client == null) {
            client = client(caller(), log, run.patient());
        }
        return client;
    }

    /** Whoever asks for this scenario's sessions counts its requests with all others: no number is used twice (RPC-06). */
    McpClient client(Caller by, ExchangeLog evidence, Endpoint endpoint) {
        return Clients.of(run, by, evidence, label.text(), endpoint, requestNumbers::incrementAndGet);
    }

    /** Another client of the same caller, for scenarios with two. */
    McpClient anotherClient() {
        return client(caller(), log, run.patient());
    }

    /** The scenario's own caller where the lever mints callers, else the target's. */
    Caller caller() {
        if (callers.isEmpty()) {
            callers.add(
                    run.lever().can(Verb.NEW_CALLER) ? mint("") : run.target().caller());
        }
        return callers.get(0);
    }

    /** Somebody else, who must not get at the scenario's sessions. */
    McpClient stranger() {
        caller();
        Caller other = run.lever().can(Verb.NEW_CALLER)
                ? mint("-other")
                : run.target().otherCaller().orElseThrow(() -> new NotApplicable("this target has no second caller"));
        callers.add(other);
        return client(other, log, run.swift());
    }

    private Caller mint(String suffix) {
        String id = run.id() + "." + label.text() + suffix;
        Caller minted =
                run.lever().caller(id.length() <= CALLER_ID_LIMIT ? id : id.substring(id.length() - CALLER_ID_LIMIT));
        minted.bearer().ifPresent(run.redaction()::hide);
        return minted;
    }

    /** The same caller with another bearer; what it asks from now on is asked with that. */
    private void renewBearer() {
        Caller renewed = lever().newBearer(caller());
        renewed.bearer().ifPresent(run.redaction()::hide);
        callers.set(0, renewed);
        client = null;
    }

    /** Every caller that this scenario has used, for healing what it armed. */
    List<Caller> callersUsed() {
        return List.copyOf(callers);
    }

    /** Keeps an opening; its session, where there is one, becomes the latest. */
    synchronized Opening keep(Opening opening) {
        if (opening.attempts().isEmpty()) {
            throw new NotRun("the run was ended before this scenario could open a session");
        }
        openings.add(opening);
        opening.session().ifPresent(sessions::add);
        return opening;
    }

    /** A session that is not this scenario's own: it may ask it, never end it. */
    synchronized void share(Session session) {
        sessions.add(session);
        note("asked is the session that all observing scenarios share");
    }

    synchronized List<Opening> openings() {
        return List.copyOf(openings);
    }

    Opening opening() {
        if (openings.isEmpty()) {
            throw new IllegalStateException("no opening has taken place in this scenario");
        }
        return openings.get(openings.size() - 1);
    }

    /** The session that "the session" means: the latest that this scenario opened. */
    Session session() {
        return session(Math.max(0, sessions.size() - 1));
    }

    Session session(WhichSession which) {
        return which == WhichSession.LATEST ? session() : session(which.ordinal());
    }

    /** Counted from 0 in the order of opening. */
    private Session session(int index) {
        if (index >= sessions.size()) {
            // A scenario that goes on after an opening which did not succeed: that it should have is another's to
            // judge.
            openings.stream()
                    .flatMap(opening -> opening.failure().stream())
                    .findFirst()
                    .ifPresent(failure -> {
                        throw new NotTestable("the session it is about did not open, " + failure);
                    });
            throw new IllegalStateException("this scenario has opened " + sessions.size() + " sessions");
        }
        return sessions.get(index);
    }

    static SessionId idOf(Session session) {
        return session.id().orElseThrow(() -> new NotApplicable("this server issues no session ids"));
    }

    /** What "the answer" means from now on. */
    Exchange answeredBy(Exchange exchange) {
        answers = List.of(exchange);
        return exchange;
    }

    void answeredBy(List<Exchange> exchanges) {
        answers = List.copyOf(exchanges);
    }

    Exchange answer() {
        if (answers.isEmpty()) {
            throw new IllegalStateException("nothing was asked in this scenario");
        }
        return answers.get(answers.size() - 1);
    }

    List<Exchange> answers() {
        return answers;
    }

    /** A request of a session, as the sentences word it. */
    Exchange ask(Asking request, Session session) {
        return switch (request) {
            case REAL_REQUEST -> client().probe(session);
            case TOOL_CALL -> {
                Probe call = safeTool().call();
                yield client().request(session, request.purpose(), call.method(), call.params());
            }
            case PING -> client().request(session, request.purpose(), "ping", "{}");
            case CONFIRMATION -> client().confirm(session);
            case ENDING -> client().end(session);
            case STREAM -> askAbout(request, session.id(), Optional.of(session.revision()));
        };
    }

    /** The same about any id, dead, invented or none. */
    Exchange askAbout(Asking request, Optional<SessionId> id, Optional<Revision> revision) {
        return askAbout(request, id, revision, caller());
    }

    /** The same by somebody else. */
    Exchange askAbout(Asking request, Optional<SessionId> id, Optional<Revision> revision, Caller by) {
        Body body =
                switch (request) {
                    case REAL_REQUEST -> JsonRpc.request("\"about-a-session\"", "tools/list", "{}");
                    case TOOL_CALL -> {
                        Probe call = safeTool().call();
                        yield JsonRpc.request("\"about-a-session\"", call.method(), call.params());
                    }
                    case PING -> JsonRpc.request("\"about-a-session\"", "ping", "{}");
                    case CONFIRMATION -> JsonRpc.initialized();
                    case STREAM, ENDING -> Body.EMPTY;
                };
        McpClient asking = by.equals(caller()) && request != Asking.STREAM ? client() : client(by, log, run.swift());
        return asking.raw(request.purpose(), request.method(), id, revision, Headers.NONE, body);
    }

    /** A request that is odd in one part. */
    Exchange send(Odd odd) {
        return odd instanceof LoneOddity lone
                ? alone.orElseThrow(() -> new IllegalStateException(
                                "no client of this scenario asks for a revision without sessions"))
                        .send(lone)
                : send((Oddity) odd);
    }

    /** An opening, or a request of the session. */
    private Exchange send(Oddity oddity) {
        OddRequest usual = oddity.isOpening()
                ? OddRequest.opening(asks, caller(), run.target().url())
                : OddRequest.ping(session(), caller(), run.target().url());
        return send(
                oddity.of(oddity.isOpeningInASession() ? usual.naming(session().id()) : usual));
    }

    Exchange send(OddRequest odd) {
        // The swift client would set the host's name itself, whatever it is told.
        McpClient sender = client(odd.caller(), log, odd.headers().has("Host") ? run.patient() : run.swift());
        try {
            if (!odd.server().equals(run.target().url())) {
                return sender.elsewhere(
                        odd.server(),
                        odd.purpose(),
                        odd.method(),
                        odd.session(),
                        odd.revision(),
                        odd.headers(),
                        odd.body());
            }
            return sender.raw(odd.purpose(), odd.method(), odd.session(), odd.revision(), odd.headers(), odd.body());
        } catch (OpeningsBarred e) {
            throw new NotRun("the run was ended before this scenario could open a session");
        }
    }

    /** Somebody else than the scenario's own caller. */
    Caller somebody(Somebody who) {
        return who.inPlaceOf(caller()).orElseGet(() -> stranger().caller());
    }

    /** The tool that the target names as safe to call. */
    SafeTool safeTool() {
        return SafeTool.of(run.target()
                .safeTool()
                .orElseThrow(() -> new NotApplicable("this target names no tool that is safe to call")));
    }

    /** Ends what the client has noted, now rather than after the scenario. */
    void leave() {
        receipts.addAll(run.ledger().endAllOf(label.text(), log));
    }

    /** What endings within the scenario did. */
    List<Receipt> receipts() {
        return List.copyOf(receipts);
    }

    /** Starts two openings and returns when the platform holds both, so that what follows finds them in flight. */
    void openBeside() {
        List<Lever.Hold> holds = List.of(
                lever().hold(caller(), Operation.INITIALIZE, Phase.BEFORE_MINT),
                lever().hold(caller(), Operation.INITIALIZE, Phase.BEFORE_MINT));
        McpClient one = client();
        McpClient other = anotherClient();
        besides.add(beside(() -> one.open(asks)));
        besides.add(beside(() -> other.open(asks)));
        holds.forEach(hold -> hold.awaitHeld(IN_FLIGHT_WITHIN));
    }

    /** Asks beside the scenario and returns when the platform holds the request, so that it is under way until {@link #endBeside()}. */
    void askBeside(Asking request, Session session) {
        Duration last = lastSent();
        Lever.Hold hold = lever().hold(caller(), Operation.CALL, Phase.BEFORE_MINT);
        McpClient other = anotherClient();
        Future<Exchange> asked = beside(() -> {
            if (request == Asking.TOOL_CALL) {
                Probe call = safeTool().call();
                return other.request(session, request.purpose(), call.method(), call.params());
            }
            return other.probe(session);
        });
        hold.awaitHeld(IN_FLIGHT_WITHIN);
        usedAgainSince(last);
        underWay = Optional.of(new UnderWay(hold, asked));
    }

    /** Listens beside the scenario, and returns when the subscription has begun. */
    void listenBeside() {
        Alone asking = alone.orElseThrow(() -> new IllegalStateException("nobody subscribes within a session"));
        CompletableFuture<Exchange> begun = new CompletableFuture<>();
        Future<Exchange> over = beginning(begun, () -> asking.listen(begun::complete));
        Exchange first = ended(begun);
        if (first.status() != 200 || !isEventStream(first)) {
            throw new NotApplicable("this server offers no subscriptions: asked for one, it answered "
                    + ended(over).outcomeInWords());
        }
        subscription = Optional.of(over);
    }

    /** Opens the session's standing stream beside the scenario, and returns when it is open. */
    void watchBeside(Session session) {
        McpClient listener = client(caller(), log, run.swift());
        CompletableFuture<Exchange> begun = new CompletableFuture<>();
        watched.add(beginning(begun, () -> listener.watch(session, letGo, begun::complete)));
        Exchange first = ended(begun);
        if (FirstOpening.isSilent(first)) {
            throw new NotApplicable(Applicability.SILENT_STREAM);
        }
        if (first.status() / 100 == 4) {
            throw new NotApplicable(
                    "this server opens no such stream here: asked for it, it answered " + first.outcomeInWords());
        }
        if (first.status() != 200 || !isEventStream(first)) {
            throw expect().broken("a stream to be opened, was " + Reply.inWords(first) + " (exchange " + first.number()
                    + ")");
        }
    }

    /** Completes when a server that has something to say would have said it. */
    CompletableFuture<Void> forAWhile() {
        return new CompletableFuture<Void>().completeOnTimeout(null, LISTENS_ON.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * A stream that was listened to.
     *
     * @param over whether it was over before the client let go of it
     */
    record Watched(Exchange exchange, boolean over) {}

    /** Lets go of the streams that it listened to, having given them time to say what they have to say. */
    List<Watched> endWatch() {
        if (watched.isEmpty()) {
            return List.of();
        }
        for (int i = 0; i < LOOKS && !watched.stream().allMatch(Future::isDone); i++) {
            await(LISTENS_ON.dividedBy(LOOKS));
        }
        List<Boolean> over = watched.stream().map(Future::isDone).toList();
        letGo.complete(null);
        List<Exchange> exchanges = watched.stream().map(World::ended).toList();
        watched.clear();
        return IntStream.range(0, exchanges.size())
                .mapToObj(i -> new Watched(exchanges.get(i), over.get(i)))
                .toList();
    }

    /** The server is to answer in that form from now on. */
    void ordersForm(AnswerForm form) {
        lever().answerAs(caller(), form);
        formIsOrdered = true;
    }

    /** Whether a sentence has said already how the server is to answer. */
    boolean formIsOrdered() {
        return formIsOrdered;
    }

    private static boolean isEventStream(Exchange exchange) {
        return exchange.answer().filter(Exchange.Answer::isEventStream).isPresent();
    }

    /** A stream that is listened to beside the scenario; its beginning is told, or how it came to none. */
    private Future<Exchange> beginning(CompletableFuture<Exchange> begun, Supplier<Exchange> stream) {
        return beside(() -> {
            try {
                Exchange whole = stream.get();
                begun.complete(whole);
                return whole;
            } catch (RuntimeException e) {
                begun.completeExceptionally(e);
                throw e;
            }
        });
    }

    /** Lets what was under way go on, and returns its answer. */
    Exchange endBeside() {
        if (subscription.isPresent()) {
            return ended(subscription.get());
        }
        UnderWay request =
                underWay.orElseThrow(() -> new IllegalStateException("nothing is under way in this scenario"));
        request.hold().goOn();
        return ended(request.answer());
    }

    /** The same several times at once, each by a client of its own. */
    <T> List<T> atOnce(int times, Function<McpClient, T> deed) {
        ExecutorService threads = Executors.newFixedThreadPool(times);
        try {
            List<Future<T>> done = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                McpClient each = client(caller(), log, run.swift());
                done.add(threads.submit(() -> deed.apply(each)));
            }
            return done.stream().map(World::ended).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    /** A request that the platform holds. */
    private record UnderWay(Lever.Hold hold, Future<Exchange> answer) {}

    /** Cuts the next request of that operation the moment the platform holds it. */
    void cutBeside(Operation operation, Phase phase) {
        Lever.Hold hold = lever().hold(caller(), operation, phase);
        cut = Optional.of(beside(() -> {
            hold.awaitHeld(IN_FLIGHT_WITHIN);
            hold.cut();
            return hold;
        }));
    }

    /** A lever that did not cut, though it says that it can, is the target's fault, not the client's. */
    void demandThatTheCutTookPlace() {
        if (cut.isPresent()) {
            ended(cut.get());
        }
    }

    /** The openings that ran beside the scenario, when they are over. */
    List<Opening> awaitBeside() {
        return besides.stream().map(World::ended).toList();
    }

    /** Every session that this scenario has opened. */
    synchronized List<Session> sessions() {
        return List.copyOf(sessions);
    }

    private static <T> T ended(Future<T> beside) {
        try {
            return beside.get(BESIDE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "expected what ran beside the scenario to be over within " + Seconds.inWords(BESIDE_WITHIN));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LeverFailure failure) {
                throw failure;
            }
            if (e.getCause() instanceof Throttled throttled) {
                throw throttled;
            }
            if (e.getCause() instanceof NoRoom noRoom) {
                throw noRoom;
            }
            throw new IllegalStateException("what ran beside the scenario broke off", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotRun("the run was ended while this scenario was waiting");
        }
    }

    /** A line for people, shown with the scenario. */
    void note(String line) {
        notes.add(run.redaction().apply(line));
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Starts something beside the scenario's own thread; the hooks end what is left. */
    private <T> Future<T> beside(Callable<T> work) {
        if (sideBySide == null) {
            sideBySide = Executors.newFixedThreadPool(SIDE_BY_SIDE, task -> {
                Thread thread = new Thread(task, "beside " + label.text());
                thread.setDaemon(true);
                return thread;
            });
        }
        return sideBySide.submit(work);
    }

    /** Ends what still runs beside the scenario. */
    void close() {
        letGo.complete(null);
        if (sideBySide != null) {
            sideBySide.shutdownNow();
        }
    }
}
