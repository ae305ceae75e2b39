package io.github.sessionsurvival.cli;

import io.github.sessionsurvival.report.ConsoleSummary;
import io.github.sessionsurvival.target.ConfigurationFault;
import io.github.sessionsurvival.target.UrlRule;
import io.github.sessionsurvival.verdict.ExitStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code init}: writes a target file to begin with. It asks nothing and overwrites nothing. */
@Command(
        name = "init",
        description = "Writes a target file with every key in it, most of them as comments.",
        footer = {"", "An existing file is never overwritten."})
final class InitCommand implements Callable<Integer> {

    private static final String EXAMPLE_URL = "http://127.0.0.1:8080/mcp";

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = "session-survival.yaml",
            description = "the file to write (${DEFAULT-VALUE})")
    private Path file;

    @Option(names = "--url", paramLabel = "URL", description = "the server's MCP endpoint, to stand in the file")
    private String url;

    @Option(
            names = "--schema",
            description =
                    "write the JSON Schema of target files beside it as well, for editors that complete and check")
    private boolean schema;

    private final PrintStream out;

    InitCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() {
        String address = url == null ? EXAMPLE_URL : url.strip();
        UrlRule.complaint(address).ifPresent(complaint -> {
            throw new ConfigurationFault("--url: " + complaint);
        });
        if (file.getFileName() == null || Files.isDirectory(file)) {
            throw new ConfigurationFault(file + " is a folder; name the file to write in it");
        }
        Path schemaFile =
                file.resolveSibling(file.getFileName().toString().replaceFirst("\\.ya?ml$", "") + ".schema.json");
        String text = resource("templates/target.yaml").replace(EXAMPLE_URL, address);
        if (schema) {
            write(schemaFile, resource("schemas/target.schema.json"));
            text = "# yaml-language-server: $schema=./" + schemaFile.getFileName() + "\n" + text;
        }
        write(file, text);
        out.println(ConsoleSummary.safe("Written: " + file + (schema ? " and " + schemaFile : "")
                + ". See whether the server can be tested: session-survival check --target " + file));
        return ExitStatus.MET.code();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new ConfigurationFault(file + " exists already and was left as it is; name another file");
        } catch (IOException e) {
            throw new ConfigurationFault(file + " cannot be written; does its folder exist?");
        }
    }

    private static String resource(String name) {
        try (InputStream in = InitCommand.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new SuiteFault("the jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new SuiteFault("the jar's " + name + " cannot be read");
        }
    }
}
