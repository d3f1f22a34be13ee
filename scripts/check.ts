import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Runs the steps of `npm run check` at the same time, because most of them use one core alone. Each output comes as a whole. */

const ROOT = join(import.meta.dirname, "..");
/** Scripts of package.json, the longest first. */
const STEPS = ["types", "lint", "rooms", "dead", "format:check"] as const;

// Parse boundary: our own package.json.
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<(typeof STEPS)[number], string>>;
};

async function runStep(name: (typeof STEPS)[number]): Promise<boolean> {
  const begun = performance.now();
  const child = spawn(scripts[name], { cwd: ROOT, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on("close", resolve);
  const isOk = (await promise) === 0;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${isOk ? "passed" : "failed"}: ${name}, ${seconds} s`);
  if (!isOk) console.log(said.join(""));
  return isOk;
}

const passed = await Promise.all(STEPS.map(runStep));
process.exitCode = passed.every(Boolean) ? 0 : 1;
