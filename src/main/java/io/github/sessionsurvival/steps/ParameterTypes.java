package io.github.sessionsurvival.steps;

import io.cucumber.java.ParameterType;
import io.github.sessionsurvival.target.Operation;
import io.github.sessionsurvival.target.Phase;
import io.github.sessionsurvival.wire.RestartAnswer.Part;
import io.github.sessionsurvival.wire.Revision;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The words of the domain that sentences are made of. */
public final class ParameterTypes {

    @ParameterType("\\d{4}-\\d{2}-\\d{2}")
    public Revision revision(String date) {
        return new Revision(date);
    }

    @ParameterType("(\\d+(?:, then \\d+)*) seconds?")
    public List<Duration> waits(String seconds) {
        return Arrays.stream(seconds.split(", then ")).map(Seconds::of).toList();
    }

    @ParameterType("[1-5]\\d{2}")
    public Integer status(String digits) {
        return Integer.valueOf(digits);
    }

    @ParameterType("the session|the first session|the second session")
    public WhichSession session(String words) {
        return WhichSession.inWords(words);
    }

    @ParameterType("answers the opening with|names a session beside")
    public Company company(String words) {
        return Company.inWords(words);
    }

    @ParameterType("it|each|what was under way|the confirmation")
    public Subject subject(String words) {
        return Subject.inWords(words);
    }

    @ParameterType("first|last")
    public Place place(String words) {
        return words.equals("last") ? Place.LAST : Place.FIRST;
    }

    @ParameterType("introduced itself in the opening request|has sent an ending for every session it noted")
    public Conduct conduct(String words) {
        return Conduct.inWords(words);
    }

    @ParameterType("that session|no session")
    public Naming naming(String words) {
        return Naming.inWords(words);
    }

    @ParameterType("the session|the first session|the second session|every session")
    public Sessions sessions(String words) {
        return Sessions.inWords(words);
    }

    @ParameterType("is not confirmed yet|the client has ended|the server never issued|an opening has made up"
            + "|the platform lost when it was killed")
    public Condition condition(String words) {
        return Condition.inWords(words);
    }

    @ParameterType("a real request|a tool call|a ping|the confirmation|a stream|an ending")
    public Asking request(String words) {
        return Asking.inWords(words);
    }

    @ParameterType("the handshake|the confirmation|the tool call|the ping|the real request|the ending")
    public Operation operation(String words) {
        return switch (words) {
            case "the handshake" -> Operation.INITIALIZE;
            case "the confirmation" -> Operation.CONFIRMATION;
            case "the ending" -> Operation.ENDING;
            default -> Operation.CALL;
        };
    }

    @ParameterType("before it is carried out|after it was carried out|after its answer has begun")
    public Phase phase(String words) {
        return switch (words) {
            case "before it is carried out" -> Phase.BEFORE_MINT;
            case "after it was carried out" -> Phase.AFTER_MINT;
            default -> Phase.AFTER_HEADERS;
        };
    }

    @ParameterType("restart|destroy the session|block the start of the session")
    public Strike strike(String words) {
        return Strike.inWords(words);
    }

    @ParameterType(
            "no sessions|its sessions to itself|at most \\d+ sessions?(?: in memory)?|unused sessions in memory for \\d+ seconds?")
    public Keeping keeping(String words) {
        return Keeping.inWords(words);
    }

    @ParameterType("succeeds|names no session")
    public Freshness freshness(String words) {
        return Freshness.inWords(words);
    }

    @ParameterType("a real request|\\d+ real requests at once|a discovery|a subscription")
    public Question question(String words) {
        return Question.inWords(words);
    }

    @ParameterType("the session|the first session|the second session|the server")
    public Answerer answerer(String words) {
        return Answerer.inWords(words);
    }

    @ParameterType("as a stream|as a stream that the client lets go of")
    public Arrival arrival(String words) {
        return Arrival.inWords(words);
    }

    @ParameterType("where to get access|of a document that names who grants access")
    public Direction direction(String words) {
        return Direction.inWords(words);
    }

    @ParameterType(
            "(?:a real request|a tool call|a ping|a stream|two streams) of (?:the session|the first session|the second session)"
                    + "|a subscription|two openings")
    public Undertaking undertaking(String words) {
        return Undertaking.inWords(words);
    }

    @ParameterType(
            "restarts|is drained and comes back|is killed and comes back|is replaced by another version|goes to sleep"
                    + "|hears nothing of the session for a while|hears of the session now and then for a while"
                    + "|drops unused sessions from memory|says something|gives the caller a new bearer"
                    + "|loses sight of who may come in|shuts the caller out|knows again who may come in")
    public PlatformEvent event(String words) {
        return PlatformEvent.inWords(words);
    }

    @ParameterType("executions? of the tool|openings?")
    public Counted counted(String words) {
        return Counted.inWords(words);
    }

    @ParameterType("went down in time|woke up in time")
    public Punctuality punctuality(String words) {
        return Punctuality.inWords(words);
    }

    @ParameterType("still answers or is cleanly gone|answers in time, as promised|is gone"
            + "|was dropped from memory|stayed in memory")
    public Fate fate(String words) {
        return Fate.inWords(words);
    }

    @ParameterType("in one piece|as a stream|as a stream that pauses")
    public Form form(String words) {
        return Form.inWords(words);
    }

    @ParameterType("status|body|jsonrpc|request id|error code|message|result")
    public Part part(String words) {
        return Arrays.stream(Part.values())
                .filter(p -> p.inWords().equals(words))
                .findFirst()
                .orElseThrow();
    }

    @ParameterType("breaks off within its body|falls silent|trickles without end|never ends|is one line without end"
            + "|is far too large|has status 500|is cut off before it begins|is a stream that ends without the response")
    public Trouble trouble(String words) {
        return Trouble.inWords(words);
    }

    @ParameterType("successfully|with the last answer it was given|because the advertised delay is too long"
            + "|because the connection was lost|because no whole answer came in time"
            + "|because the event stream ended without the response|without a session"
            + "|successfully, or because the connection was lost")
    public Ending ending(String words) {
        return Ending.inWords(words);
    }

    @ParameterType(
            "a result (?:in one piece|as a stream|in an endless stream)"
                    + "|a restart answer(?: (?:inside a list|as a stream|behind a byte order mark|with text after it"
                    + "|that breaks off|with a member twice|beside a result|without its error"
                    + "|with one more member|with details in its error|with its members in another order"
                    + "|with another media type|with white space around it|with an empty session id))?|the message alone, as text"
                    + "|an empty body|a gateway's error page|the message as a bare error|a refused credential"
                    + "|a session that timed out|a session that is unknown|a server error|an error in a success(?:, as a stream)?")
    public String lookAlike(String words) {
        return words;
    }

    @ParameterType("a request of an unknown method|a message that breaks off|a request whose number is null"
            + "|a cancellation of an unknown request|two pings in one list|a ping as plain text"
            + "|a ping that takes no streams|a request by a method that nobody serves"
            + "|a ping of revision 1900-01-01|a ping of a garbled revision|a ping that names no revision"
            + "|a ping with its field names in small letters|a ping with its field names in capitals"
            + "|a ping with spaces around the session id|a ping with the session id in other letters"
            + "|a ping from a page elsewhere|a ping from a page of its own|a ping from a page that looks local|a ping by the other door|a resumption behind an unknown event"
            + "|an opening inside a list"
            + "|an opening without its revision|an opening without its capabilities"
            + "|an opening without its client's name|an opening from a page elsewhere"
            + "|an opening without a bearer|an opening with a wrong bearer"
            + "|an opening within the session|an opening that says its revision twice"
            + "|an opening for another host|an opening at another address of this machine"
            + "|a discovery|an unknown request|a ping as before|a setting of the log level as before"
            + "|a real request (?:that says nothing of its client|without its revision|without its capabilities"
            + "|of revision 1900-01-01|marked with (?:no|another) (?:revision|method)"
            + "|marked with its method in capitals|with its field names in small letters"
            + "|with its field names in capitals|that names a session|from a page elsewhere|without a bearer"
            + "|with a wrong bearer)"
            + "|a tool call marked (?:with no tool|with another tool|in code)")
    public Odd oddity(String words) {
        return Odd.inWords(words);
    }

    @ParameterType("answered, told to wait, or told that the session is gone"
            + "|answered with the revisions it speaks|refused as incomplete|refused with the revisions to ask for"
            + "|refused by an answer that names a revision|refused as contradictory|refused as unknown here"
            + "|answered, with no session named|told to try again, under its own number"
            + "|refused with what is served instead|refused for want of a credential"
            + "|refused as an unknown method|refused as a wrong request|accepted without a word|left without an answer"
            + "|answered, each of them|refused as unreadable|refused or answered|refused as foreign"
            + "|refused by an answer that names no request|told to try again|refused for good|not reachable"
            + "|told that there is no room"
            + "|resumed, opened afresh, or not offered|opened as a stream, or not offered"
            + "|answered with nothing but its number|accepted, or not known any more"
            + "|accepted|not known|answered|refused")
    public Treatment treatment(String words) {
        return Treatment.inWords(words);
    }

    @ParameterType("a caller without a bearer|a caller with a wrong bearer|another caller")
    public Somebody somebody(String words) {
        return Somebody.inWords(words);
    }

    @ParameterType(
            "holds its answer once|ends behind its answer|begins with an event that says nothing"
                    + "|names no event twice|does not end before its answer|says nothing again|says nothing of other requests"
                    + "|asks for nothing itself|asks not to be held back|says when to come back, should it end early"
                    + "|answers no request|asks for nothing but a ping|says nothing that another says|passes on what is said|has ended|is still open")
    public Quality quality(String words) {
        return Quality.inWords(words);
    }

    @ParameterType(
            "introduces itself|names the session by a printable id|sends well-formed messages alone|offers a revision that it keeps to|offers the latest revision that it speaks"
                    + "|offers the same revisions each time")
    public Offer offer(String words) {
        return Offer.inWords(words);
    }

    @ParameterType("open sessions that clients keep asking for|clients that keep opening sessions")
    public Crowd crowd(String words) {
        return Crowd.inWords(words);
    }

    @ParameterType("learns that its session is gone, and meets no failure|meets no failure|goes on in its session")
    public Experience experience(String words) {
        return Experience.inWords(words);
    }

    @ParameterType("open a session|end the session")
    public Deed deed(String words) {
        return words.equals("end the session") ? Deed.END : Deed.OPEN;
    }
}
