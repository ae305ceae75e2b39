package io.github.sessionsurvival.target;

/**
 * The ports that the suite chose for a server it starts; they stand in a target file as {@code ${port}} and
 * {@code ${control-port}}.
 *
 * @param server where the server is to listen; 0 where nothing asks for it
 * @param control where its control interface is to listen; 0 where nothing asks for it
 */
public record ChosenPorts(int server, int control) {

    static final String SERVER = "${port}";
    static final String CONTROL = "${control-port}";

    /** For a server that runs already. */
    public static final ChosenPorts NONE = new ChosenPorts(0, 0);

    private static final ChosenPorts ANY = new ChosenPorts(1, 1);

    /** The text with both ports in it. */
    String in(String text) {
        return text.replace(SERVER, Integer.toString(server)).replace(CONTROL, Integer.toString(control));
    }

    /** The text as it will look, to check what the ports make no difference to. */
    static String forChecking(String text) {
        return ANY.in(text);
    }

    static boolean asked(String text) {
        return text.contains(SERVER) || text.contains(CONTROL);
    }
}
