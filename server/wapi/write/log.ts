import { isList, type Json, type Row } from "#contract/wire/json";
import type { Actor } from "../../access/actor.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import { secretNames, type ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { afterOthers } from "../pieces.ts";
import type { WriteIntent } from "./intent.ts";
import { textOf, traceOf } from "./trace.ts";

export interface LogEntry {
  readonly type: ObjectType;
  readonly id: string;
  readonly fn: "create" | "update" | "delete";
  readonly old: Row | null;
  readonly new: Row | null;
}

/** Entries of one transaction, kept in step order until its end (wire contract 7.2). A type that is not logged has none. */
export interface ChangeLog {
  add(position: number, entry: LogEntry): void;
  /** Inserts entries before all those that were added after the mark, because the log shows an object before the rows that are created with it. */
  insert(mark: number, list: readonly { readonly position: number; readonly entry: LogEntry }[]): void;
  /** A mark in the log. When a part of the run is rolled back, `back` forgets all entries after the mark. */
  mark(): number;
  back(mark: number): void;
  /** The entries that were added after the mark. */
  since(mark: number): readonly LogEntry[];
  readonly size: number;
  /** True while some entries are not written yet. */
  readonly isAhead: boolean;
  /** Number of the record; undefined if nothing was written. */
  record(): Promise<string | undefined>;
  /**
   * Writes the record of the transaction, and later the entries that were added since. The first write draws the number of the record, at the end and after all
   * locks, so that numbers follow the order of effect. Only a call that reads its own record draws the number earlier.
   */
  write(tx: Tx, head: LogHead, at: "on the way" | "the end"): Promise<void>;
  /** Ends a transaction of several calls: writes one record for each head, with the entries that belong to it. `of` gives the place of the head for a position. A head without entries has no record. */
  writeEach(tx: Tx, heads: readonly LogHead[], of: (position: number) => number): void;
  /** Numbers of the records that `writeEach` wrote, one for each head; undefined for a head without entries. */
  records(): Promise<readonly (string | undefined)[]>;
}

/** Members of the record of a transaction besides its entries. */
export interface LogHead {
  readonly actor: Actor;
  readonly stepCount: number;
  readonly steps: Json;
}

const entriesOf = (transaction: string, entries: string): string =>
  `insert into wapi.change_log (transaction_gfk, position, ts, actor_login_name, login_name, object_fq_name,
    object_gfk, object_title, "function", old, new, about, gone_row)
    select a.id, i.position, a.ts, a.actor_login_name, a.login_name, i.type, i.gpk, i.title, i.fn, i.old,
      i.new, i.about, i.gone_row
    from ${transaction} a
      cross join json_to_recordset(${entries}::json) i(
        call int, position int, type text, gpk text, title text, fn text, old json, new json, about text[],
        gone_row jsonb)`;

const TRANSACTION = `with a as (
    insert into wapi.transaction (ts, actor_login_name, login_name, step_count, steps)
    values (date_trunc('second', clock_timestamp()), $1, $2, $3, $4::json)
    returning *),
  e as (${entriesOf("a", "$5")})
  select a.id::text as id
  from a`;

/** Several records; their numbers follow the order of the heads. */
const TRANSACTIONS = `with h as materialized (
    select *
    from json_to_recordset($3::json) h(o int, step_count int, steps json)),
  r as (
    insert into wapi.transaction (ts, actor_login_name, login_name, step_count, steps)
    select date_trunc('second', clock_timestamp()), $1, $2, h.step_count, h.steps
    from h
    order by h.o
    returning *),
  a as materialized (select r.*, row_number() over (order by r.id) - 1 as call from r),
  e as (${entriesOf("a", "$4")} where i.call = a.call order by i.call, i.position)
  select a.id::text as id
  from a
  order by a.id`;

const ENTRIES = `${entriesOf("wapi.transaction", "$2")} where a.id = $1::bigint`;

/**
 * Writes the record with its first entries, and answers its number. If the number is not needed, a failure is ignored here, because it fails the
 * transaction anyway.
 */
function begun(tx: Tx, { actor, stepCount, steps }: LogHead, rows: string): Promise<string | undefined> {
  const values = [actor.actorLogin, actor.login, stepCount, JSON.stringify(steps), rows];
  const found = tx.query<{ id: string }>(TRANSACTION, values, "write-transaction").then(([row]) => row?.id);
  found.catch(() => undefined);
  return found;
}

/** Entries of one statement. Their number is limited, because their text is in memory several times. */
const AT_ONCE = 5_000;

export function createChangeLog(): ChangeLog {
  const entries: Placed[] = [];
  let id: string | undefined;
  let record: Promise<string | undefined> = Promise.resolve(undefined);
  let records: Promise<readonly (string | undefined)[]> = Promise.resolve([]);
  let written = 0;
  return {
    add(position, entry) {
      if (isKept(entry)) entries.push({ position, entry });
    },
    insert(mark, list) {
      // Not spread into splice: a batch may be longer than an argument list.
      const since = entries.splice(mark);
      for (const part of [list, since]) for (const one of part) if (isKept(one.entry)) entries.push(one);
    },
    mark: () => entries.length,
    back(mark) {
      entries.length = mark;
    },
    since: (mark) => entries.slice(mark).map(({ entry }) => entry),
    get size() {
      return entries.length;
    },
    get isAhead() {
      return entries.length > written;
    },
    record: () => record,
    records: () => records,
    writeEach(tx, heads, of) {
      records = recordsOf(tx, entries, heads, of);
      records.catch(() => undefined);
      written = entries.length;
    },
    async write(tx, head, at) {
      const ordered = inOrder(entries.slice(written));
      let before: Promise<unknown> = Promise.resolve();
      for (let from = 0; from < ordered.length; from += AT_ONCE) {
        const part = ordered.slice(from, from + AT_ONCE);
        // Meanwhile the database writes the part before this one.
        const rows = `[${part.map(({ entry }, n) => rowOf(entry, { position: written + from + n })).join(",")}]`;
        await before;
        const isRest = from + AT_ONCE >= ordered.length;
        if (from > 0) id ??= await record;
        if (id === undefined) {
          before = record = begun(tx, head, rows);
          // The last statement is not awaited, because the commit is sent along with it.
          if (at === "on the way") id = await record;
        } else if (isRest) tx.defer(ENTRIES, [id, rows], "write-change-log");
        else before = tx.query(ENTRIES, [id, rows], "write-change-log");
        before.catch(() => undefined);
        // The statement is being sent, so other calls get a turn. At most two parts are in memory.
        if (!isRest) await afterOthers();
      }
      written = entries.length;
    },
  };
}

interface Placed {
  readonly position: number;
  readonly entry: LogEntry;
}

function inOrder(entries: readonly Placed[]): readonly Placed[] {
  return entries.toSorted((a, b) => a.position - b.position);
}

/** Writes a record for each head that has entries, by its place. Answers the numbers of the records, undefined for the other heads. */
async function recordsOf(
  tx: Tx,
  all: readonly Placed[],
  heads: readonly LogHead[],
  of: (position: number) => number,
): Promise<readonly (string | undefined)[]> {
  const entries = Map.groupBy(inOrder(all), ({ position }) => of(position));
  const told = heads.flatMap((head, place) => (entries.has(place) ? [{ head, place }] : []));
  const [first] = told;
  if (first === undefined) return heads.map(() => undefined);
  const rows = told.flatMap(({ place }, call) =>
    (entries.get(place) ?? []).map(({ entry }, position) => rowOf(entry, { call, position })),
  );
  const sent = told.map(({ head: { stepCount, steps } }, o) => ({ o, step_count: stepCount, steps }));
  const { actorLogin, login } = first.head.actor;
  const values = [actorLogin, login, JSON.stringify(sent), `[${rows.join(",")}]`];
  const list = await tx.query<{ id: string }>(TRANSACTIONS, values, "write-transactions");
  const ids = new Map(told.map(({ place }, at) => [place, list[at]?.id]));
  return heads.map((_, place) => ids.get(place));
}

function isKept({ type }: LogEntry): boolean {
  return type.spec.isUnlogged !== true;
}

/** JSON text of the entry in the form of its statement. */
function rowOf(entry: LogEntry, place: { readonly position: number; readonly call?: number }): string {
  const [before, after] = [traceOf(entry.old), traceOf(entry.new)];
  const about = [...new Set([...before.about, ...after.about])];
  const members = {
    ...place,
    type: entry.type.name,
    gpk: gpkOf(entry.type, entry.id),
    title: titleOf(entry.type, entry.new ?? entry.old ?? {}),
    fn: entry.fn,
    about: about.length === 0 ? null : about,
    gone_row: entry.fn === "delete" ? before.row : null,
  };
  const [old, is] = [loggedText(entry.type, entry.old), loggedText(entry.type, entry.new)];
  return `${JSON.stringify(members).slice(0, -1)},"old":${old},"new":${is}}`;
}

/** JSON text of the row as it is logged. If only the end of the text depends on the reader, the text from the database is reused. */
function loggedText(type: ObjectType, row: Row | null): string {
  const text = row === null ? undefined : textOf(row);
  const end = text === undefined ? undefined : READERS_ENDS.find((one) => text.endsWith(one));
  return text === undefined || end === undefined || !endsWithReader(type)
    ? JSON.stringify(logged(type, row))
    : `${text.slice(0, -end.length)}}`;
}

/** The member at the end of a row that depends on the reader. A text value contains no unescaped quotation mark, so it cannot look like this. */
const READERS_ENDS = [',"is_own":true}', ',"is_own":false}'];

/** True if only `is_own` depends on the reader and the type has no secret. */
function endsWithReader(type: ObjectType): boolean {
  const known = ends.get(type);
  if (known !== undefined) return known;
  const others = [...type.attributes.values()].filter(({ name }) => name !== "is_own");
  const found = others.every(({ perReader, secret }) => perReader !== true && secret !== true);
  ends.set(type, found);
  return found;
}

const ends = new WeakMap<ObjectType, boolean>();

/** The row in the form of the log. It has no values that depend on the reader and no text of a token, and its secrets are null. */
function logged(type: ObjectType, row: Row | null): Row | null {
  if (row === null) return null;
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(row)) {
    const attribute = type.attributes.get(name);
    if (attribute === undefined || attribute.perReader === true) continue;
    kept[name] = attribute.secret === true ? null : value;
  }
  return kept;
}

export function titleOf(type: ObjectType, row: Row): string {
  return type.spec.title
    .map((name) => row[name] ?? null)
    .filter((value) => value !== null)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(" ");
}

/** The steps in the form of the record: values of secret parameters are null, also in a literal table. */
export function recordedSteps(steps: Json, intents: readonly WriteIntent[]): Json {
  if (!isList(steps)) return steps;
  const secrets = Map.groupBy(intents.flatMap(secretsOf), ([position]) => position);
  if (secrets.size === 0) return steps;
  return steps.map((step, position) => {
    const names = secrets.get(position);
    return names === undefined ? step : masked(step, new Set(names.map(([, name]) => name)));
  });
}

/** Each secret of a step: the position of the step, and the name of the secret. */
function secretsOf({ type, position, secretSources }: WriteIntent): WriteIntent["secretSources"] {
  return [...secretNames(type).map((name) => [position, name] as const), ...secretSources];
}

function masked(value: Json, names: ReadonlySet<string>): Json {
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map((part) => masked(part, names));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, names.has(name) ? null : masked(part, names)]),
  );
}
