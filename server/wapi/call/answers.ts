import { ANSWERS_KEY } from "#contract/wire/outcome";
import { visibleSql } from "../../access/rules.ts";
import type { AnswersSpec } from "../../catalogue/define-service.ts";
import { ASK_FOR_NOTES } from "../../catalogue/noting.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { undone } from "../../db/undone.ts";
import { createParams } from "../../sql/bind.ts";
import { bound } from "../list/compile.ts";
import type { StepResult } from "../list/one-statement.ts";
import type { Plan } from "../plan.ts";
import type { WriteSession } from "../write/open.ts";
import type { RunContext } from "./context.ts";

interface Telling {
  readonly plans: readonly Plan[];
  readonly context: RunContext;
  readonly session: WriteSession;
}

/** Does the work and ends the session. A dry run that is asked for it also tells what servers would answer; a step of the client with that key wins. */
export async function tellingAnswers(
  tx: Tx,
  { plans, context, session }: Telling,
  work: () => Promise<readonly StepResult[]>,
): Promise<readonly StepResult[]> {
  const { tellsAnswers = false, rollsBack, catalogue } = context;
  const ended = async (): Promise<readonly StepResult[]> => {
    const results = await work();
    await session.end();
    return results;
  };
  if (!tellsAnswers || !rollsBack || plans.some(({ key }) => key === ANSWERS_KEY)) return ended();
  tx.defer(ASK_FOR_NOTES);
  const reader = { catalogue, actor: session.actor() };
  const after = await undone(tx, async () => {
    const results = await ended();
    // Rolling back a dry run checks what is left, and nothing is left of this work.
    await tx.query("set constraints all immediate");
    const touched = await touchedNow(tx, catalogue);
    return { results, touched, told: await answersAt(tx, { catalogue, actor: session.actor() }, touched) };
  });
  const before = await answersAt(tx, reader, after.touched);
  const changes = after.touched.flatMap(({ answers: { service } }, at) =>
    changesBetween(service.name, before[at] ?? NONE, after.told[at] ?? NONE),
  );
  const rows = inOrder(changes).map((change) => JSON.stringify(change));
  const answers = { rows: `[${rows.join(",")}]`, rowCount: rows.length, translations: null };
  return [...after.results, { key: ANSWERS_KEY, ...answers }];
}

/** One answer as the views have it. */
interface Told {
  readonly place: string | null;
  readonly name: string;
  readonly type: string;
  readonly ttl: number | null;
  readonly data: string | null;
  readonly mark: string | null;
  readonly visible: boolean;
}

/** Answers by all that tells them apart. The actor may read the visible ones. */
type Answers = ReadonlyMap<string, Told>;

const NONE: Answers = new Map();

/** Answers of one type that may have changed. */
interface Touched {
  readonly type: ObjectType;
  readonly answers: AnswersSpec;
  readonly keys: readonly string[];
}

type Reader = Pick<RunContext, "catalogue" | "actor">;

async function touchedNow(tx: Tx, { types }: Catalogue): Promise<readonly Touched[]> {
  const asked = [...types.values()].map(async (type) => {
    const { answers } = type.spec.service ?? {};
    if (answers === undefined) return [];
    const found = await tx.query<{ key: string }>(answers.keys);
    return [{ type, answers, keys: found.map(({ key }) => key) }];
  });
  return (await Promise.all(asked)).flat();
}

/** Asked for at once, so that the database reads the next ones while these are taken apart. */
async function answersAt(tx: Tx, reader: Reader, touched: readonly Touched[]): Promise<readonly Answers[]> {
  return await Promise.all(touched.map((one) => answersOf(tx, reader, one)));
}

/** The answers at these keys. The same answer may come from several objects; it is told to who may read one of them. */
async function answersOf(
  tx: Tx,
  { catalogue, actor }: Reader,
  { type, answers, keys }: Touched,
): Promise<Answers> {
  if (keys.length === 0) return NONE;
  const params = createParams();
  const list = params.add(keys, "text[]");
  const visible = [`(${visibleSql(type, actor) ?? "true"})`];
  if (answers.through !== undefined) {
    const through = catalogue.type(answers.through);
    const readable = visibleSql(through, actor) ?? "true";
    visible.push(
      `(a.through is null or exists (select from ${through.table} t where t.id = a.through and (${readable})))`,
    );
  }
  const sql = `select a.place::text, a.name::text, a.type::text, a.ttl::float8, a.data::text, a.mark::text, coalesce(${visible.join(" and ")}, false) as visible
    from (${answers.rows.replaceAll("{keys}", () => list)}) a left join ${type.table} t on t.id = a.id`;
  const told = new Map<string, Told>();
  for (const one of await tx.query<Told>(bound(sql, actor, params), params.values)) {
    const key = keyOf(one);
    if (one.visible || !told.has(key)) told.set(key, one);
  }
  return told;
}

function keyOf({ place, name, type, ttl, data, mark }: Told): string {
  return JSON.stringify([place, name, type, ttl, data, mark]);
}

/** The mark of an answer is not told, because it stands for a secret. */
interface Change extends Omit<Told, "mark" | "visible"> {
  readonly service: string;
  readonly change: "gone" | "new";
}

function changesBetween(service: string, before: Answers, after: Answers): readonly Change[] {
  const only = (these: Answers, those: Answers, change: Change["change"]): readonly Change[] =>
    [...these].flatMap(([key, { place, name, type, ttl, data, visible }]) =>
      visible && !those.has(key) ? [{ service, place, name, type, ttl, data, change }] : [],
    );
  return [...only(before, after, "gone"), ...only(after, before, "new")];
}

/** By service, place, name and type; what is gone comes before what is new. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const ordered = changes.map((change) => ({ change, order: orderOf(change) }));
  ordered.sort((a, b) => Number(a.order > b.order) - Number(a.order < b.order));
  return ordered.map(({ change }) => change);
}

/** A control character parts the values, so that a shorter one comes first. */
function orderOf({ service, place, name, type, change, data }: Change): string {
  return [service, place, name, type, change, data].map((value) => value ?? "").join("\u0001");
}
