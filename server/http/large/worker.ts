import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { refuseIfCancelled } from "../../db/cancel.ts";
import { refuse } from "../../faults.ts";
import type { Answer } from "../../wapi/execute.ts";
import { readThen } from "../../wapi/turns.ts";
import { fromFailure, type LargeCall, type Order, type Report, type ThreadSettings } from "./messages.ts";

/** What a call of 100,000 steps needs, twice; one that wants more fails alone. */
const HEAP_MB = 2048;
const PIECE_BYTES = 64 * 1024;

/** A thread that answers one call at a time. */
export interface Thread {
  /** `done` is called once, when the thread has nothing more to do with the call. */
  call(call: LargeCall, done: () => void): Promise<Answer>;
  isOver(): boolean;
  end(): Promise<unknown>;
}

export function startThread(settings: ThreadSettings): Thread {
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

  async function* parts(ended: () => void): AsyncIterable<Buffer> {
    for (;;) {
      const report = await ask({ kind: "next" });
      if (report.kind !== "part") break;
      yield Buffer.from(report.bytes.buffer);
    }
    ended();
  }

  /** An answer that nobody reads to its end ends its thread: it may be in the middle of a part. */
  function inParts(over: () => void): AsyncIterable<Buffer> {
    let isWhole = false;
    const ended = (): void => {
      isWhole = true;
    };
    return readThen(parts(ended), () => {
      if (!isWhole) void end();
      over();
    });
  }

  return {
    async call(call, done) {
      const giveUp = (): void => {
        worker.postMessage({ kind: "give_up" } satisfies Order);
      };
      call.signal?.addEventListener("abort", giveUp);
      const over = (): void => {
        call.signal?.removeEventListener("abort", giveUp);
        done();
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
