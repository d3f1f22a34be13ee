import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { adapted } from "../../examples/try/guide.ts";
import { blocksOf, PROOFS } from "./blocks.ts";
import type { How, Machine } from "./machine.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const START_S = 180;

/** One run through the document on one machine. */
export interface Bar {
  readonly machine: Machine;
  /** The packed release, in the home of root of the machine. */
  readonly release: string;
  /** A block as printed, with the values of this machine. Throws if the block is missing or does not contain all replaced texts. */
  readonly block: (name: string, changes?: Readonly<Record<string, string>>) => string;
  /** Blocks that no step has taken. */
  left(): readonly string[];
}

/** The folder of the product, and the user of its service. */
export const PRODUCT = "/opt/netportal";
export const AS_SERVICE: How = { user: "netportal", folder: PRODUCT };
/** Address of the server, and the folders with data and settings of its service. */
export const PORTAL = "http://127.0.0.1:8080";
export const DATA = "/var/lib/netportal";
export const SETTINGS = "/etc/netportal/settings";

export function createBar(machine: Machine, release: string): Bar {
  const blocks = blocksOf(readFileSync(join(ROOT, "docs", "operating.md"), "utf8"));
  const taken = new Set<string>();
  return {
    machine,
    release,
    block(name, changes = {}) {
      const found = blocks.find((one) => one.name === name);
      if (found === undefined) throw new Error(`docs/operating.md has no block ${name}.`);
      taken.add(name);
      return adapted(found.text, changes);
    },
    left: () => blocks.map(({ name }) => name).filter((name) => PROOFS[name] === "bar" && !taken.has(name)),
  };
}

/** Waits until a server on this port can write, and answers after how many seconds. Throws with the end of its log (a file, or the journal of the service). */
export async function untilReady(
  machine: Machine,
  port: number,
  log = "journal",
  most = START_S,
): Promise<number> {
  const began = Date.now();
  while (Date.now() - began < most * 1000) {
    if (await isReady(port)) return (Date.now() - began) / 1000;
    await sleep(250);
  }
  const read = log === "journal" ? "journalctl --no-pager -n 40 -u netportal" : `tail -n 40 ${log}`;
  throw new Error(
    `The server on port ${String(port)} was not ready after ${String(most)} s:\n${machine.run(read)}`,
  );
}

export async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${String(port)}/ready.json`)).ok;
  } catch {
    // The port is not open yet.
    return false;
  }
}

/** Ends every server that was started by hand in the machine with SIGTERM, and waits for its end. */
export function endServers(machine: Machine): void {
  machine.run(
    "pkill -TERM -f '^node server/main.ts'; while pgrep -f '^node server/main.ts' > /dev/null; do sleep 0.2; done",
  );
}
