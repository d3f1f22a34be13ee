import { readFileSync } from "node:fs";
import { join } from "node:path";

const MANIFEST = join(import.meta.dirname, "..", "..", "package.json");

/** The command that `npm start` runs, and the environment that it sets. */
export function startScript(): { readonly command: string; readonly env: Readonly<Record<string, string>> } {
  // Parse boundary: package.json of this project, of which one member is read.
  const { scripts } = JSON.parse(readFileSync(MANIFEST, "utf8")) as {
    readonly scripts: { readonly start: string };
  };
  const set = scripts.start.matchAll(/(\w+)=(\S+)/g);
  return {
    command: scripts.start,
    env: Object.fromEntries([...set].map(([, name = "", value = ""]) => [name, value])),
  };
}
