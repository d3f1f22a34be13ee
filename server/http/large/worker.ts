import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { refuseIfCancelled } from "../../db/cancel.ts";
import { refuse } from "../../faults.ts";
import type { Answer } from "../../wapi/execute.ts";
import { readThen } from "../../wapi/turns.ts";
import { fromFailure, type LargeCall, type Order, type Report, type ThreadSettings } from "./messages.ts";

const PIECE_BYTES = 64 * 1024;

/** About twice what the worst permitted body takes while it is parsed (1.6 GB). More would end the whole process: the parser cannot be interrupted. */
const HEAP_MB = 3072;
/** How slowly an answer may be read: others wait for the thread. */
export interface Patience {
  /** Who reads nothing for so long, in ms, has lost the answer. */
  readonly stalled: number;
  /** Bytes a second that are read at least: what a slower reader takes longer adds up to the same time. */
  readonly rate: number;
}

/** 2 Mbit/s before the answer is compressed, an eighth of it or so afterwards. */
const PATIENCE: Patience = { stalled: 30_000, rate: 256 * 1024 };

/** A thread that answers one call at a time. */
export interface Thread {
  /** `done` is called once, when the thread has nothing more to do with the call. */
  call(call: LargeCall, done: () => void): Promise<Answer>;
  isOver(): boolean;
  end(): Promise<unknown>;
}

export function startThread(settings: ThreadSettings, { stalled, rate } = PATIENCE): Thread {
  const worker = new Worker(new URL("thread.ts", import.meta.url), {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  worker.unref();
  let isOver = false;
  let heard: PromiseWithResolvers<Report> | null = null;
  const endWith = (error: Error): void => {
    isOver = true;
    heard?.reject(error);
  };
  worker.on("message", (report: Report) => heard?.resolve(report));
  worker.on("error", endWith);
  worker.on("exit", () => {
    endWith(refuse("not_ready"));
  });

  /** Gives an order and waits for what comes of it. */
  async function ask(order: Order): Promise<Report> {
    if (isOver) throw refuse("not_ready");
    heard = Promise.withResolvers();
    worker.postMessage(order, order.kind === "call" ? order.body.map(({ buffer }) => buffer) : []);
    const report = await heard.promise;
    if (report.kind === "failed") throw fromFailure(report.failure);
    return report;
  }

  async function end(): Promise<unknown> {
    isOver = true;
    return worker.terminate();
  }

  async function* parts({
    ended,
    lost,
  }: Readonly<Record<"ended" | "lost", () => void>>): AsyncIterable<Buffer> {
    // What the reader may still wait in all: it grows with what was read, never beyond one pause.
    let left = stalled;
    for (;;) {
      const report = await ask({ kind: "next" });
      if (report.kind !== "part") break;
      const timer = setTimeout(lost, left);
      const given = performance.now();
      try {
        yield Buffer.from(report.bytes.buffer);
      } finally {
        clearTimeout(timer);
      }
      const earned = (report.bytes.length / rate) * 1000;
      left = Math.min(stalled, left - (performance.now() - given) + earned);
    }
    ended();
  }

  /** An answer that nobody reads to its end ends its thread: it may be in the middle of a part. */
  function inParts(over: () => void): AsyncIterable<Buffer> {
    let isWhole = false;
    const ended = (): void => {
      isWhole = true;
    };
    const lost = (): void => {
      if (!isWhole) void end();
      over();
    };
    return readThen(parts({ ended, lost }), lost);
  }

  return {
    async call(call, done) {
      const giveUp = (): void => {
        worker.postMessage({ kind: "give_up" } satisfies Order);
      };
      call.signal?.addEventListener("abort", giveUp);
      let isDone = false;
      const over = (): void => {
        call.signal?.removeEventListener("abort", giveUp);
        if (!isDone) done();
        isDone = true;
      };
      try {
        refuseIfCancelled(call.signal);
        const { target, token, query, body } = call;
        const report = await ask({ kind: "call", target, token, query: query.toString(), body });
        if (report.kind !== "answer") throw new Error(`a thread answered "${report.kind}"`);
        const { headers, whole } = report;
        if (whole === null) return { headers, body: inParts(over) };
        over();
        return { headers, body: piecesOf(Buffer.from(whole.buffer)) };
      } catch (error) {
        over();
        throw error;
      }
    },
    isOver: () => isOver,
    end,
  };
}

function piecesOf(bytes: Buffer): AsyncIterable<Buffer> {
  return Readable.from(pieces(bytes), { objectMode: false });
}

function* pieces(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
