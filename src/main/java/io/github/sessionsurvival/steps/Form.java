package io.github.sessionsurvival.steps;

import io.github.sessionsurvival.target.AnswerForm;
import io.github.sessionsurvival.target.Verb;
import java.util.Set;

/** The form in which a server is told to answer, as the sentences word it. */
record Form(AnswerForm answer) implements Pulling {

    static Form inWords(String words) {
        return new Form(
                switch (words) {
                    case "in one piece" -> AnswerForm.JSON;
                    case "as a stream" -> AnswerForm.EVENT_STREAM;
                    default -> AnswerForm.PAUSING_EVENT_STREAM;
                });
    }

    @Override
    public Set<Verb> verbs() {
        return Set.of(answer == AnswerForm.PAUSING_EVENT_STREAM ? Verb.PAUSED_ANSWERS : Verb.SCRIPTED_ANSWERS);
    }
}
