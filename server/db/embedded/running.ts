import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import type { SocketConnection } from "../database.ts";
import { codeOf, holderOf, textIfThere } from "./lock.ts";
import { socketConnection } from "./sockets.ts";

/** Time in ms to wait for a starting server or for another command. */
const STARTING_MS = 30_000;
/** Lines of postmaster.pid, counted from 0 (PostgreSQL, src/include/utils/pidfile.h). */
const [SOCKETS, STATUS] = [4, 7];

/**
 * The embedded PostgreSQL that another process runs in this data folder; null if none does. Waits for a server that is starting and for another
 * command to end. Throws a sentence if the server does not become ready, or if this user may not see it.
 */
export async function runningEmbedded(folder: string): Promise<SocketConnection | null> {
  for (const until = Date.now() + STARTING_MS; Date.now() < until; await sleep(100)) {
    const found = look(folder);
    if (found !== "starting") return found;
  }
  throw new Error(
    `Process ${String(holderOf(folder)?.pid)} holds the data folder ${folder}, but its database is not ready. Wait until it is, or end that process.`,
  );
}

function look(folder: string): SocketConnection | null | "starting" {
  try {
    const holder = holderOf(folder);
    if (holder === null) return null;
    // The database that a command started ends with the command.
    return holder.isCommand === true ? "starting" : (readyIn(folder) ?? "starting");
  } catch (fault) {
    if (codeOf(fault) !== "EACCES") throw fault;
    throw new Error(
      `The data folder ${folder} may not be read by this user. Run the command as the user of the server, for example with "sudo -u netportal".`,
      { cause: fault },
    );
  }
}

/** The server that has recorded itself as ready. */
function readyIn(folder: string): SocketConnection | null {
  const lines = textIfThere(join(folder, "postgres", "postmaster.pid"))?.split("\n") ?? [];
  const sockets = lines[SOCKETS] ?? "";
  return sockets !== "" && lines[STATUS]?.trim() === "ready" ? socketConnection(sockets) : null;
}
