import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { createApp } from "../../app.ts";
import { loadCatalogue } from "../../catalogue/load.ts";
import { createPool } from "../../db/pool.ts";
import { asPrimary, asReplica } from "../../db/replica.ts";
import { LIMITS } from "#contract/limits";
import type { Executor } from "../../wapi/call/execute.ts";
import { LongText } from "../../wapi/call/present.ts";
import { createLog } from "../../log.ts";
import type { Observed } from "../../wapi/call/observed.ts";
import { giveMemoryBack } from "../quiet-memory.ts";
import { toFailure, type Aside, type Order, type Report, type ThreadSettings } from "./messages.ts";

/** This thread answers large calls one after the other, with memory of its own. */

/** One connection each for the call, its progress, the lock that marks it as running, and parallel look-ups. */
const CONNECTIONS = 4;

if (parentPort === null) throw new Error("thread.ts is no program of its own");
const port: MessagePort = parentPort;
// Parse boundary: data that calls.ts gives its threads.
const { connection, isReplica, accessMode, room } = workerData as ThreadSettings;
const pool = createPool(connection, CONNECTIONS, LIMITS.callTime, 1);
const db = isReplica ? asReplica(pool) : asPrimary(pool);
const aside = (one: Aside): void => {
  port.postMessage(one);
};
const log = createLog((line) => {
  aside({ kind: "log", line });
});
const observe = (observed: Observed): void => {
  aside({ kind: "observed", observed });
};
const ready = loadCatalogue().then(
  (catalogue) => createApp({ db, catalogue, accessMode, mostValues: room.values, log, observe }).executor,
);

let giveUp = new AbortController();
let parts: AsyncIterator<string | Buffer> | null = null;

port.on("message", (order: Order) => {
  switch (order.kind) {
    case "give_up":
      giveUp.abort();
      break;
    case "next":
      tell(nextPart());
      break;
    case "retire":
      // What a thread leaves when it ends is otherwise given back by the main thread, all at once.
      giveMemoryBack();
      process.exit();
      break;
    case "call":
      giveUp = new AbortController();
      tell(answer(order, giveUp.signal));
  }
});

async function answer(order: Extract<Order, { kind: "call" }>, signal: AbortSignal): Promise<Report> {
  const executor: Executor = await ready;
  const { kind: _, query, body, ...sent } = order;
  const bytes = body === null ? null : Buffer.concat(body);
  const call = { ...sent, query: new URLSearchParams(query), body: bytes, signal };
  const { headers, body: found } = await executor.call(call);
  const whole = found instanceof LongText ? found.whole() : found;
  if (typeof whole === "string") return { kind: "answer", headers, whole: new TextEncoder().encode(whole) };
  parts = whole[Symbol.asyncIterator]();
  return { kind: "answer", headers, whole: null };
}

async function nextPart(): Promise<Report> {
  const part = await parts?.next();
  if (part === undefined || part.done === true) return { kind: "end" };
  // Copied, because the part may be in memory that others use.
  return { kind: "part", bytes: new Uint8Array(Buffer.from(part.value)) };
}

function tell(coming: Promise<Report>): void {
  coming.then(
    (report) => {
      const whole = report.kind === "answer" ? report.whole : null;
      port.postMessage(report, whole === null ? [] : [whole.buffer]);
    },
    (error: unknown) => {
      port.postMessage({ kind: "failed", failure: toFailure(error) } satisfies Report);
    },
  );
}
