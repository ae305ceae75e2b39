// Where the sessions lie on disk: a fresh folder for every platform, named after the process that owns it. What a killed
// platform left is removed by the next one; the folder of a living platform never is.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "session-survival-workerd-";
const OWNER = "owner";

export class StateFolder {
  static fresh(root = tmpdir()) {
    mkdirSync(root, { recursive: true });
    removeForgotten(root);
    const path = mkdtempSync(join(root, PREFIX));
    writeFileSync(join(path, OWNER), identity(process.pid) ?? String(process.pid));
    mkdirSync(join(path, "sessions"));
    return new StateFolder(path);
  }

  constructor(path) {
    this.path = path;
    this.sessions = join(path, "sessions");
  }

  remove() {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

function removeForgotten(root) {
  for (const name of readdirSync(root).filter((n) => n.startsWith(PREFIX))) {
    const path = join(root, name);
    let owner;
    try {
      owner = readFileSync(join(path, OWNER), "utf8");
    } catch {
      // Just being made, or not ours to read.
      continue;
    }
    if (identity(Number(owner.split(" ")[0])) !== owner) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/**
 * Process id and the moment it started: the id alone may belong to another process by now. None for one that has ended and was not
 * collected: where the first process of a container collects nothing, it stays so for ever.
 */
function identity(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const columns = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return "ZX".includes(columns[0]) ? undefined : `${pid} ${columns[19]}`;
  } catch {
    return undefined;
  }
}
