import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { quoted } from "../sql/bind.ts";
import type { Listening } from "./database.ts";

const CONNECT_MS = 10_000;
const AGAIN_MS = 1_000;
const END_MS = 1_000;

/** Waits for notifications on a connection of its own. A broken connection is replaced after a pause. */
export function createListening(
  config: pg.ClientConfig,
  channel: string,
  onNotice: (payload: string) => void,
): Listening {
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;

  function later(broken: pg.Client): void {
    if (client !== broken) return;
    client = null;
    void broken.end().catch(() => undefined);
    if (isStopped) return;
    timer = setTimeout(open, AGAIN_MS);
    timer.unref();
  }

  function open(): void {
    const opened = new pg.Client({ ...config, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
    const broken = (): void => {
      later(opened);
    };
    client = opened;
    opened.on("error", broken).on("end", broken);
    opened.on("notification", ({ payload = "" }) => {
      onNotice(payload);
    });
    opened
      .connect()
      .then(() => opened.query(`listen ${quoted(channel)}`))
      .catch(broken);
  }

  open();
  return {
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      const ended = client?.end().catch(() => undefined);
      // A database that is away does not answer.
      await Promise.race([ended, pause(END_MS, undefined, { ref: false })]);
    },
  };
}
