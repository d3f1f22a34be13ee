import { tokenHash } from "../../server/access/token.ts";
import { LongText } from "../../server/wapi/call/present.ts";
import { createApp } from "../../server/app.ts";
import type { Row } from "#contract/wire/json";
import type { WireException } from "#contract/wire/fault";
import { Refusal } from "../../server/faults.ts";
import type { Answer, Executor } from "../../server/wapi/call/execute.ts";
import { testDatabase, type TestDatabase } from "./postgres.ts";
import { callsOf, tokenOf, type SentStep, type SmallWorld } from "./small-world.ts";

/** The demo campus, with a session for each of its accounts. */
export interface DemoWorld extends TestDatabase, Pick<SmallWorld, "execute" | "dry" | "post" | "get"> {
  readonly executor: Executor;
  /** The lists of an executor call in dict mode, by key. Throws the text of a fault. */
  lists(login: string, steps: readonly SentStep[]): Promise<Readonly<Record<string, readonly Row[]>>>;
  /** Rows of one list with these filters. */
  rows(login: string, name: string, old?: SentStep["old"]): Promise<readonly Row[]>;
  /** An executor call with the given query string. */
  send(
    login: string,
    query: string,
    steps: readonly SentStep[],
  ): Promise<{ readonly headers: Answer["headers"]; readonly body: string }>;
}

export async function demoWorld(accessMode: "rw" | "ro" = "rw"): Promise<DemoWorld> {
  const database = await testDatabase({ demo: true });
  const { db, catalogue } = database;
  await addSessions(database);
  const { executor } = createApp({ db, catalogue, accessMode, log: (text) => console.error(text) });
  const send: DemoWorld["send"] = async (login, query, steps) => {
    const { headers, body } = await executor.call({
      target: { kind: "execute" },
      token: tokenOf(login),
      query: new URLSearchParams(query),
      body: JSON.stringify(steps),
    });
    const text = body instanceof LongText ? body.whole() : body;
    if (typeof text !== "string") throw new Error("an answer in parts");
    return { headers, body: text };
  };
  const lists: DemoWorld["lists"] = async (login, steps) => {
    try {
      const { body } = await send(login, "dict_mode=true", steps);
      // Dict mode: lists by key.
      return JSON.parse(body) as Record<string, readonly Row[]>;
    } catch (error) {
      throw error instanceof Refusal ? new Error(JSON.stringify(error.exception)) : error;
    }
  };
  const rows: DemoWorld["rows"] = async (login, name, old = {}) =>
    (await lists(login, [{ idx: "rows", name, old }]))["rows"] ?? [];
  return { ...database, ...callsOf(executor), executor, send, lists, rows };
}

/** Values of an attribute in rows. */
export function column(rows: readonly Row[] | undefined, name: string): readonly unknown[] {
  return (rows ?? []).map((row) => row[name]);
}

/** Values of an attribute that must be texts, sorted by code unit. */
export function sortedTexts(rows: readonly Row[] | undefined, name: string): readonly string[] {
  return texts(rows, name).sort((a, b) => (a < b ? -1 : 1));
}

export function texts(rows: readonly Row[] | undefined, name: string): string[] {
  return column(rows, name).map((value) => {
    if (typeof value !== "string") throw new Error(`${name} is ${JSON.stringify(value)}`);
    return value;
  });
}

/** The fault of a call that must be refused. */
export async function refusedWith(call: Promise<unknown>): Promise<WireException> {
  const refusal: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw refusal ?? new Error("answered");
  return refusal.exception;
}

async function addSessions({ db }: TestDatabase): Promise<void> {
  const accounts = await db.query<{ id: string; login: string }>(
    "select id::text id, login_name login from cntl.mgr where login_name in ('ada', 'otto', 'greta', 'lars')",
  );
  for (const { id, login } of accounts) {
    await db.query(
      `insert into cntl.wapi_auth (login_name, is_session, token_hash, expiration_date)
       values ($1, true, $2, now() + interval '1 hour')`,
      [id, tokenHash(tokenOf(login))],
    );
  }
}
