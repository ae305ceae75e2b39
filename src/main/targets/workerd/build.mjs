// Bundles the two workers that need packages; the edge needs none and is embedded as it is.
import { build } from "esbuild";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

for (const worker of ["host", "unwrapped"]) {
  await build({
    entryPoints: [join(here, "src", `${worker}.js`)],
    outfile: join(here, "dist", `${worker}.mjs`),
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["module", "main"],
    alias: { path: join(here, "src", "shim-path.js"), "cloudflare:email": join(here, "src", "shim-email.js") },
    external: ["cloudflare:*", "workerd:*", "node:*"],
    logLevel: "warning",
  });
  console.log(`built dist/${worker}.mjs`);
}
