import { randomInt } from "node:crypto";
import pg from "pg";

interface Held {
  readonly client: pg.Client;
  readonly number: string;
}

const CONNECT_MS = 10_000;

/** Holds an advisory lock with a random number on its own connection, from the first use on. */
export function createPresence(config: pg.ClientConfig) {
  let held: Promise<Held> | null = null;

  function hold(): Promise<Held> {
    const client = new pg.Client({ ...config, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
    const taking = lockOn(client);
    // A broken connection is reported late and more than once; another connection may hold a lock by then.
    const broken = (): void => {
      if (held === taking) held = null;
    };
    client.on("error", broken).on("end", broken);
    taking.catch(broken);
    return taking;
  }

  return {
    /** The number once its lock is held. After a broken connection the number is a new one. */
    async number(): Promise<string> {
      return (await (held ??= hold())).number;
    },
    async end(): Promise<void> {
      const last = await held?.catch(() => null);
      await last?.client.end();
    },
  };
}

/** Each connection has its own number, because the server may keep a lost connection with its lock for hours. */
async function lockOn(client: pg.Client): Promise<Held> {
  // Far above the numbers of named locks.
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
