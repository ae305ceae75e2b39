package io.github.sessionsurvival.verdict;

/** A file that cannot be used as it stands; the message is for people: file, line, what is wrong, what is allowed. */
public final class UnusableFile extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnusableFile(String file, String problem) {
        super(file + ": " + problem);
    }

    public UnusableFile(String file, int line, String problem) {
        super(file + ":" + line + ": " + problem);
    }
}
