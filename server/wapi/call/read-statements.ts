import { PassThrough } from "node:stream";
import { Cancelled } from "../../db/cancel.ts";
import type { Tx } from "../../db/database.ts";
import { drained } from "../drained.ts";
import { createParams } from "../../sql/bind.ts";
import { bound } from "../list/compile.ts";
import { linesOf } from "../list/cursor.ts";
import { runTogether, type Statement, type StepResult } from "../list/one-statement.ts";
import { answerSql, ONE_TEXT, TEXT_BYTES } from "../list/stream.ts";
import type { RunContext } from "./context.ts";
import { presented, sizeOf } from "./present.ts";
import type { Outcome } from "./outcome.ts";

/** Text that is waiting to be read. The database is asked for more when it is read. */
const AHEAD = 256 * 1024;

interface Reading {
  readonly statements: readonly Statement[];
  readonly dictMode: boolean;
  readonly context: RunContext;
  /** Runs work in one snapshot. */
  readonly inSnapshot: (work: (tx: Tx) => Promise<void>) => Promise<void>;
  /** The refusal for an error of PostgreSQL. */
  readonly refusalOf: (error: unknown) => unknown;
}

/** Reads lists statement by statement in one snapshot. A short answer is kept until its end, and a longer one is sent while it is read. */
export async function readStatements(reading: Reading): Promise<Outcome> {
  const outcome = Promise.withResolvers<Outcome>();
  const out = new PassThrough({ highWaterMark: AHEAD });
  // The stream itself reports a failure to the reader of the answer.
  out.on("error", () => undefined);
  const answer = createAnswer(out, reading.dictMode, () => {
    outcome.resolve({ kind: "stream", texts: out });
  });
  reading
    .inSnapshot(async (tx) => {
      answer.begin();
      for (const statement of reading.statements) await readOne(tx, statement, answer, reading);
    })
    .then(
      () => {
        const results = answer.end();
        if (results !== null) outcome.resolve({ kind: "results", results });
      },
      (error: unknown) => {
        const refusal = reading.refusalOf(error);
        outcome.reject(refusal);
        out.destroy(refusal instanceof Error ? refusal : new Error(String(refusal)));
      },
    );
  return outcome.promise;
}

async function readOne(
  tx: Tx,
  statement: Statement,
  answer: Growing,
  { dictMode, context }: Reading,
): Promise<void> {
  const { results, isWhole } = await runTogether(statement, tx, context, {
    rows: ONE_TEXT,
    bytes: TEXT_BYTES,
  });
  if (isWhole) {
    await answer.add(results);
    return;
  }
  const params = createParams();
  const around = { dictMode, open: await answer.opened(), close: "" };
  const sql = bound(answerSql(statement, around, context, params), context.actor, params);
  for await (const lines of linesOf(tx, sql, params.values)) await answer.write(lines.join(""));
}

/** An answer that is kept while it is short. */
interface Growing {
  /** The snapshot begins, and the results of an earlier attempt are dropped. */
  begin(): void;
  add(results: readonly StepResult[]): Promise<void>;
  /** The text before the next list. From now on everything is sent. */
  opened(): Promise<string>;
  write(text: string): Promise<void>;
  /** The results if nothing was sent. */
  end(): readonly StepResult[] | null;
}

function createAnswer(out: PassThrough, dictMode: boolean, sends: () => void): Growing {
  let kept: StepResult[] = [];
  let bytes = 0;
  let isSent = false;
  let isFirst = true;
  const write = async (text: string): Promise<void> => {
    if (out.destroyed) throw new Cancelled();
    isSent = true;
    sends();
    if (!out.write(text)) await drained(out);
  };
  const before = (): string => {
    const text = isFirst ? (dictMode ? "{" : "[") : ",";
    isFirst = false;
    return text;
  };
  const sendKept = async (): Promise<void> => {
    for (const result of kept.splice(0)) await write(before() + presented(result, dictMode).join(""));
  };
  return {
    begin() {
      if (isSent) throw new Error("an answer of which a part is sent cannot be read again");
      kept = [];
      bytes = 0;
    },
    async add(results) {
      kept.push(...results);
      bytes += sizeOf(results);
      if (isSent || bytes > TEXT_BYTES) await sendKept();
    },
    async opened() {
      await sendKept();
      return before();
    },
    write,
    end() {
      if (!isSent) return kept;
      out.end(dictMode ? "}" : "]");
      return null;
    },
  };
}
