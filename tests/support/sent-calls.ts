import type { Json, Row } from "#contract/wire/json";
import { expect, vi } from "vitest";
import { Refusal } from "../../server/faults.ts";
import { createExecutor, type Executor } from "../../server/wapi/call/execute.ts";
import { resolverOf, smallWorld, tokenOf, type SentStep, type SmallWorld } from "./small-world.ts";
import { LOCK_WAITERS } from "./lock-waiters.ts";

/** The receiver of a call, and what is sent besides its steps. */
export interface Sent {
  readonly by?: Executor;
  readonly token?: string | null;
  readonly query?: string;
  readonly signal?: AbortSignal;
}

/** Answer and headers, or fault with its details and place. */
export interface Heard {
  readonly lists?: readonly (readonly Row[])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly fault?: string;
  readonly details?: Readonly<Record<string, Json>>;
  readonly at?: Refusal["at"];
}

/** The small world, to which calls are sent as they come from the network; by default as the administrator. */
export interface Calls extends Pick<SmallWorld, "db" | "catalogue" | "executor" | "close"> {
  /** The same database in access mode `ro`. */
  readonly readOnly: Executor;
  /** The same database as a replica. */
  readonly replica: Executor;
  /** A call of the executor with this body. */
  text(body: string, sent?: Sent): Promise<Heard>;
  /** Values that are not a list of steps are also possible. */
  execute(steps: unknown, sent?: Sent): Promise<Heard>;
  /** A single call, by GET if there is no body. */
  single(name: string, body: Json, sent?: Sent): Promise<Heard>;
  /** Whether a site has this name. */
  hasSite(name: string): Promise<boolean>;
  /** Runs the work while somebody else has changed the site and not committed yet. */
  whileHeld<T>(site: string, work: (release: () => Promise<void>) => Promise<T>): Promise<T>;
  /** Resolves when a statement waits for a lock. */
  waits(): Promise<void>;
}

export async function openCalls(): Promise<Calls> {
  const world = await smallWorld();
  const { db, catalogue, executor } = world;
  const resolver = resolverOf(db, catalogue);
  const heard = hearing(executor);
  return {
    ...world,
    readOnly: createExecutor({ db, catalogue, resolver, accessMode: "ro" }),
    replica: createExecutor({ db: { ...db, isReplica: true }, catalogue, resolver, accessMode: "rw" }),
    text: (body, sent) => heard({ kind: "execute" }, body, sent),
    execute: (steps, sent) => heard({ kind: "execute" }, JSON.stringify(steps), sent),
    single(name, body, sent) {
      const at = name.lastIndexOf(".");
      const target = {
        kind: "function",
        object: name.slice(0, at),
        operation: name.slice(at + 1),
      } as const;
      return heard(target, body === null ? null : JSON.stringify(body), sent);
    },
    hasSite: async (name) => (await db.query("select from nd.site where name = $1", [name])).length > 0,
    whileHeld: (name, work) => whileHeld(world, name, work),
    waits: () =>
      vi.waitFor(
        async () => {
          expect((await db.query(`select from ${LOCK_WAITERS}`)).length).toBeGreaterThan(0);
        },
        { interval: 10 },
      ),
  };
}

function hearing(executor: Executor) {
  return async (
    target: Parameters<Executor["call"]>[0]["target"],
    body: string | null,
    { by = executor, token = tokenOf("ada"), query = "", signal }: Sent = {},
  ): Promise<Heard> => {
    try {
      const call = { target, token, query: new URLSearchParams(query), body };
      const answer = await by.call({ ...call, ...(signal === undefined ? {} : { signal }) });
      let text = "";
      if (typeof answer.body === "string") text = answer.body;
      else for await (const part of answer.body) text += part.toString();
      // Parse boundary: the server writes lists of rows in step order.
      return { lists: JSON.parse(text) as Row[][], headers: answer.headers };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { fault: error.fault, details: error.details, at: error.at };
    }
  };
}

async function whileHeld<T>(
  { db }: SmallWorld,
  name: string,
  work: (release: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const [end, holds] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const holding = db.transaction(
    { mode: "read write", statementTimeout: 20_000, dryRun: false },
    async (tx) => {
      await tx.query("select from nd.site where name = $1 for update", [name]);
      holds.resolve(undefined);
      await end.promise;
    },
  );
  await holds.promise;
  const release = async (): Promise<void> => {
    end.resolve(undefined);
    await holding;
  };
  try {
    return await work(release);
  } finally {
    await release();
  }
}

let made = 0;

/** A name that no test has used. */
export function fresh(start = "n"): string {
  return `${start}-${String(++made)}-${String(process.hrtime.bigint())}`;
}

/** An attribute of the rows of one result. */
export function column({ lists }: Heard, list: number, name: string): readonly unknown[] {
  return (lists?.[list] ?? []).map((row) => row[name]);
}

/** Step that creates a site. */
export function site(name: string): SentStep {
  return { name: "nd.site.create", new: { name } };
}

/** Step that lists sites. */
export function sites(old: Readonly<Record<string, Json>>): SentStep {
  return { name: "nd.site.list", old };
}

/** Step whose rows stand in the call. */
export function table(idx: string, rows: readonly Row[]): SentStep {
  return { idx, name: "tmp.generic_object.list", old: { _dict_list: [...rows] } };
}
