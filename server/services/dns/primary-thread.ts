import { parentPort, workerData } from "node:worker_threads";
import type { Connection } from "../../db/database.ts";
import { createPool } from "../../db/pool.ts";
import { asPrimary, asReplica } from "../../db/replica.ts";
import { createLog, type Line } from "../../log.ts";
import { TRANSFER_MS } from "../../dns-wire/exchange.ts";
import { DATABASE_CONNECTIONS } from "./budget.ts";
import { startDnsListener, type DnsListen } from "./listener.ts";

/** This thread is the hidden primary, separate from the memory and the work of the portal. */

export interface PrimarySettings {
  readonly connection: Connection;
  readonly isReplica: boolean;
  readonly places: readonly DnsListen[];
}

export type PrimaryOrder = "stop";

export type PrimaryReport =
  | { readonly kind: "listening"; readonly ports: readonly number[] }
  | { readonly kind: "log"; readonly line: Line }
  /** `details`: the system's message about an address in use. */
  | { readonly kind: "failed"; readonly message: string; readonly details: object };

if (parentPort === null) throw new Error("primary-thread.ts is no program of its own");
const port = parentPort;
const report = (one: PrimaryReport): void => {
  port.postMessage(one);
};
// Parse boundary: data that primary.ts gives its thread.
const { connection, isReplica, places } = workerData as PrimarySettings;
const pool = createPool(connection, DATABASE_CONNECTIONS, TRANSFER_MS, 1);
const db = isReplica ? asReplica(pool) : asPrimary(pool);

try {
  const listener = await startDnsListener(
    db,
    places,
    createLog((line) => {
      report({ kind: "log", line });
    }),
  );
  port.once("message", () => {
    void listener
      .stop()
      .then(() => db.close())
      .then(() => process.exit());
  });
  report({ kind: "listening", ports: listener.ports });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  report({ kind: "failed", message, details: Object.fromEntries(Object.entries(error ?? {})) });
  await db.close();
  process.exit();
}
