import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Ended } from "./import-command.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SERVER = join(ROOT, "server");
/** As `npm start` keeps compiled modules. */
const CACHE = join(ROOT, "node_modules", ".cache", "netportal");

/** Runs a command of `server`, like `admin`, as a process of its own in English, with this text on its standard input. */
export async function runServerCommand(
  name: "admin" | "backup" | "restore" | "services",
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input = "",
): Promise<Ended> {
  const child = spawn(process.execPath, [join(SERVER, `${name}.ts`), ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE, DATABASE_URL: "", LANG: "C", LC_ALL: "C", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined).end(input);
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    // The first argument of `exit` is the code.
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { code, out, errors };
}
