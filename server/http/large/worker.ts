import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { refuseIfCancelled } from "../../db/cancel.ts";
import { refuse } from "../../faults.ts";
import type { Answer } from "../../wapi/call/execute.ts";
import { readThen } from "../../wapi/call/turns.ts";
import { createCredit, PATIENCE, type Patience } from "../patience.ts";
import {
  fromFailure,
  type Aside,
  type LargeCall,
  type Order,
  type Report,
  type ThreadSettings,
} from "./messages.ts";

const PIECE_BYTES = 64 * 1024;

/** A thread that answers one call at a time. */
export interface Thread {
  /** `done` is called once, when the thread has finished the call. */
  call(call: LargeCall, done: () => void): Promise<Answer>;
  isOver(): boolean;
  /** Ends an idle thread, which first returns its memory. */
  retire(): void;
  /** Ends the thread at any point of its work. */
  end(): Promise<unknown>;
}

export function startThread(
  settings: ThreadSettings,
  patience = PATIENCE,
  hears: (aside: Aside) => void = () => undefined,
): Thread {
  const talk = startTalk(settings, hears);
  return { ...talk, call: (call, done) => answer(talk, patience, call, done) };
}

/** A dialogue with a thread: orders and reports, one after the other. */
interface Talk extends Pick<Thread, "isOver" | "retire" | "end"> {
  /** Sends an order and waits for its report. */
  readonly ask: (order: Order) => Promise<Report>;
  /** Tells the thread that the answer is no longer needed. */
  readonly giveUp: () => void;
}

function startTalk(settings: ThreadSettings, hears: (aside: Aside) => void): Talk {
  const worker = new Worker(new URL("thread.ts", import.meta.url), {
    workerData: settings,
    resourceLimits: {
      maxOldGenerationSizeMb: settings.room.heap,
      ...(settings.room.young !== null && { maxYoungGenerationSizeMb: settings.room.young }),
    },
  });
  worker.unref();
  let isOver = false;
  let heard: PromiseWithResolvers<Report> | null = null;
  const endWith = (error: Error): void => {
    isOver = true;
    heard?.reject(error);
  };
  worker.on("message", (said: Report | Aside) => {
    if (said.kind === "log" || said.kind === "observed") hears(said);
    else heard?.resolve(said);
  });
  worker.on("error", endWith);
  worker.on("exit", () => {
    endWith(refuse("not_ready"));
  });
  return {
    async ask(order) {
      if (isOver) throw refuse("not_ready");
      heard = Promise.withResolvers();
      worker.postMessage(order, order.kind === "call" ? (order.body ?? []).map(({ buffer }) => buffer) : []);
      const report = await heard.promise;
      if (report.kind === "failed") throw fromFailure(report.failure);
      return report;
    },
    giveUp() {
      worker.postMessage({ kind: "give_up" } satisfies Order);
    },
    isOver: () => isOver,
    retire() {
      isOver = true;
      worker.postMessage({ kind: "retire" } satisfies Order);
    },
    end() {
      isOver = true;
      return worker.terminate();
    },
  };
}

async function answer(talk: Talk, patience: Patience, call: LargeCall, done: () => void): Promise<Answer> {
  call.signal?.addEventListener("abort", talk.giveUp);
  let isDone = false;
  const over = (): void => {
    call.signal?.removeEventListener("abort", talk.giveUp);
    if (!isDone) done();
    isDone = true;
  };
  // If nobody reads an answer to its end, the thread is terminated, because it may be in the middle of a part.
  const lost = (): void => {
    if (!isDone) void talk.end();
    over();
  };
  try {
    refuseIfCancelled(call.signal);
    // Only data are sent to another thread.
    const { query, signal: _, sent: __, ...data } = call;
    const report = await talk.ask({ kind: "call", ...data, query: query.toString() });
    if (report.kind !== "answer") throw new Error(`a thread answered "${report.kind}"`);
    const { headers, whole } = report;
    if (whole === null) return { headers, body: readThen(parts(talk, patience, { over, lost }), lost) };
    over();
    return { headers, body: Readable.from(pieces(Buffer.from(whole.buffer)), { objectMode: false }) };
  } catch (error) {
    over();
    throw error;
  }
}

async function* parts(
  talk: Talk,
  patience: Patience,
  { over, lost }: Readonly<Record<"over" | "lost", () => void>>,
): AsyncIterable<Buffer> {
  const credit = createCredit(patience);
  for (;;) {
    const report = await talk.ask({ kind: "next" });
    if (report.kind !== "part") break;
    const timer = setTimeout(lost, credit.left());
    const given = performance.now();
    try {
      yield Buffer.from(report.bytes.buffer);
    } finally {
      clearTimeout(timer);
    }
    credit.count(performance.now() - given, report.bytes.length);
  }
  over();
}

function* pieces(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
