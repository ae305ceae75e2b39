// The command line. A wrong word is told in one line, before anything is started.

const FORMS = ["edge", "one-process", "unwrapped"];

export class UsageError extends Error {}

/**
 * Reads `--port N --control-port N [--form edge|one-process|unwrapped]`.
 *
 * @throws UsageError with a sentence that says what to type
 */
export function optionsOf(words) {
  const given = new Map();
  for (let i = 0; i < words.length; i += 2) {
    const [name, value] = [words[i], words[i + 1]];
    if (!["--port", "--control-port", "--form"].includes(name)) {
      throw new UsageError(`unknown option ${name}; allowed: --port, --control-port, --form`);
    }
    if (value === undefined) {
      throw new UsageError(`${name} lacks its value`);
    }
    given.set(name, value);
  }
  const form = given.get("--form") ?? "edge";
  if (!FORMS.includes(form)) {
    throw new UsageError(`--form is one of ${FORMS.join(", ")}, not ${form}`);
  }
  const port = portOf("--port", given);
  const controlPort = portOf("--control-port", given);
  if (port === controlPort) {
    throw new UsageError("--port and --control-port are two different ports");
  }
  return { port, controlPort, form };
}

function portOf(name, given) {
  const text = given.get(name) ?? "";
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65535) {
    throw new UsageError(`${name} is a port, a whole number from 1 to 65535`);
  }
  return port;
}
