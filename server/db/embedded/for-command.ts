import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SocketConnection } from "../database.ts";
import { FolderInUse } from "./lock.ts";
import { runningEmbedded } from "./running.ts";
import { startEmbedded } from "./server.ts";
import { ENDLESS, type Patience } from "./supervise.ts";

/** An embedded database that a command uses. */
interface Reached {
  readonly connection: SocketConnection;
  /** The command started it, because no server runs. */
  readonly isOwn: boolean;
  readonly stop: () => Promise<void>;
}

interface Wish {
  readonly onProgress?: ((text: string) => void) | undefined;
  readonly patience?: Patience | undefined;
  /** Creates a missing database. */
  readonly makes: boolean;
}

/** Number of attempts of commands that begin at the same moment. */
const TRIES = 10;

/** The embedded database of a folder for a command: that of a running server, or one that the command runs meanwhile. Other commands are waited for. */
export async function embeddedForCommand(
  folder: string,
  { onProgress, patience = ENDLESS, makes }: Wish,
): Promise<Reached> {
  for (let tries = 1; ; tries++) {
    const running = await runningEmbedded(folder);
    if (running !== null) return { connection: running, isOwn: false, stop: () => Promise.resolve() };
    if (!makes && !existsSync(join(folder, "postgres")))
      throw new Error(`There is no database in the data folder ${folder}. NETPORTAL_DATA names another one.`);
    try {
      const server = await startEmbedded(folder, onProgress, patience, {}, true);
      return { connection: server.connection, isOwn: true, stop: () => server.stop() };
    } catch (error) {
      if (!(error instanceof FolderInUse) || tries === TRIES) throw error;
    }
  }
}
