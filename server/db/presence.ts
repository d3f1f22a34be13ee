import { randomInt } from "node:crypto";
import pg from "pg";

/** Keeps an advisory lock of a random number on a connection of its own, from the first time that it is asked for. */
export interface Presence {
  /** The number, when its lock is held; always the same one. */
  number(): Promise<string>;
  end(): Promise<void>;
}

export function createPresence(config: pg.ClientConfig): Presence {
  // Far above the numbers of the locks that have names.
  const number = String(2 ** 40 + randomInt(2 ** 47));
  let held: Promise<pg.Client> | null = null;

  async function hold(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, keepAlive: true });
    // A connection that breaks lets go of the lock; who asks next takes it again.
    const broken = (): void => {
      held = null;
    };
    client.on("error", broken).on("end", broken);
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [number]);
    return client;
  }

  return {
    async number() {
      held ??= hold();
      try {
        await held;
      } catch (error) {
        held = null;
        throw error;
      }
      return number;
    },
    async end() {
      const client = await held?.catch(() => null);
      await client?.end();
    },
  };
}
