package io.github.sessionsurvival.foreign;

import io.quarkiverse.mcp.server.Tool;
import io.quarkiverse.mcp.server.ToolArg;

/** What the server offers. */
public class Tools {

    @Tool(description = "Answers with the text it was given; changes nothing.")
    String echo(@ToolArg(description = "any text") String message) {
        return message;
    }
}
