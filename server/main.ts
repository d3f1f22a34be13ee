import { existsSync } from "node:fs";
import { constants, enableCompileCache, flushCompileCache } from "node:module";
import { COMPILED, FRUGAL } from "./frugal.ts";

/** Goes on as the product with the environment that keeps it small; the process stays the same one, for whoever watches it or sends it signals. */
if (Object.keys(FRUGAL).some((name) => process.env[name] === undefined)) {
  if (!existsSync(COMPILED)) await compile();
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...FRUGAL,
    ...process.env,
  });
}
await import("./serve.ts");

/** Compiles all modules before the first start, so that already the first one finds them. Where nothing can be written it does without. */
async function compile(): Promise<void> {
  if (enableCompileCache(COMPILED).status === constants.compileCacheStatus.FAILED) return;
  await import("./start.ts");
  flushCompileCache();
}
