import { randomInt } from "node:crypto";
import pg from "pg";

/** Keeps an advisory lock of a random number on a connection of its own, from the first time that it is asked for. */
export interface Presence {
  /** The number, when its lock is held; another one after the connection broke. */
  number(): Promise<string>;
  end(): Promise<void>;
}

interface Held {
  readonly client: pg.Client;
  readonly number: string;
}

const CONNECT_MS = 10_000;

export function createPresence(config: pg.ClientConfig): Presence {
  let held: Promise<Held> | null = null;

  function hold(): Promise<Held> {
    const client = new pg.Client({ ...config, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
    const taking = lockOn(client);
    // One breakdown is told more than once, and late: by then another connection may hold a lock.
    const broken = (): void => {
      if (held === taking) held = null;
    };
    client.on("error", broken).on("end", broken);
    taking.catch(broken);
    return taking;
  }

  return {
    async number() {
      return (await (held ??= hold())).number;
    },
    async end() {
      const last = await held?.catch(() => null);
      await last?.client.end();
    },
  };
}

/** A number of its own for each connection: the server may take one that is gone for alive, with its lock, for hours. */
async function lockOn(client: pg.Client): Promise<Held> {
  // Far above the numbers of the locks that have names.
  const number = String(2 ** 40 + randomInt(2 ** 47));
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [number]);
    return { client, number };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
