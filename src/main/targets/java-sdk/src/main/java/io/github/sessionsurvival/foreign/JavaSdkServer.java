package io.github.sessionsurvival.foreign;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The MCP Java SDK's servlet transport on Jetty: sessions in memory, one tool. */
public final class JavaSdkServer {

    private JavaSdkServer() {}

    /** Serves {@code /mcp} on the port of loopback that the one argument names. */
    public static void main(String[] args) throws Exception {
        HttpServletStreamableServerTransportProvider transport = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .build();
        McpServer.sync(transport)
                .serverInfo("java-sdk", "1")
                .capabilities(
                        McpSchema.ServerCapabilities.builder().tools(false).build())
                .toolCall(echo(), (exchange, call) -> McpSchema.CallToolResult.builder()
                        .addTextContent(String.valueOf(call.arguments().get("message")))
                        .build())
                .build();

        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(args[0]));
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder holder = new ServletHolder(transport);
        // An event stream outlives the call that began it.
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/mcp");
        server.setHandler(context);
        server.start();
        server.join();
    }

    private static McpSchema.Tool echo() {
        Map<String, Object> input = Map.of(
                "type", "object",
                "properties", Map.of("message", Map.of("type", "string")),
                "required", List.of("message"));
        return McpSchema.Tool.builder("echo", input)
                .description("Answers with the text it was given; changes nothing.")
                .build();
    }
}
