import { execFile } from "node:child_process";
import { join } from "node:path";

const COMMAND = join(import.meta.dirname, "..", "..", "server", "import.ts");

/** Exit code and output of an import. */
export interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly errors: string;
}

/** Runs `npm run import -- …` as a process of its own, in English. */
export function runImport(...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, LANG: "en_GB.UTF-8", LC_ALL: "en_GB.UTF-8" };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, out, errors) => {
      resolve({ code: error === null ? 0 : error.code, out, errors });
    });
  });
}
