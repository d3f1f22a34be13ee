import { ANSWERS_KEY } from "#contract/wire/outcome";
import { visibleSql } from "../../access/rules.ts";
import type { AnswersSpec } from "../../catalogue/define-service.ts";
import { ASK_FOR_NOTES } from "../../catalogue/noting.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { undone } from "../../db/undone.ts";
import { createParams } from "../../sql/bind.ts";
import { bound } from "../list/compile.ts";
import { listOf, type StepResult } from "../list/one-statement.ts";
import { UNCOUNTED } from "../kept.ts";
import type { Plan } from "../plan.ts";
import type { WriteSession } from "../write/open.ts";
import type { RunContext } from "./context.ts";

interface Telling {
  readonly plans: readonly Plan[];
  readonly context: RunContext;
  readonly session: WriteSession;
}

/** Does the work and ends the session. A dry run that asks for it also reports how the answers of servers would change, unless a step has that key. */
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
  const { kept } = context;
  const reader: Reader = { catalogue, actor: session.actor(), ...(kept && { kept }) };
  const after = await undone(tx, async () => {
    const results = await ended();
    // Deferred constraints are checked here, because this work is already undone when the dry run is rolled back.
    await tx.query("set constraints all immediate");
    const touched = await touchedNow(tx, catalogue);
    return { results, touched, told: await answersAt(tx, { ...reader, actor: session.actor() }, touched) };
  });
  const before = await answersAt(tx, reader, after.touched);
  const changes = after.touched.flatMap(({ answers: { service } }, at) =>
    changesBetween(service.name, before[at] ?? NONE, after.told[at] ?? NONE),
  );
  const rows = inOrder(changes).map((change) => JSON.stringify(change));
  const answers = { rows: listOf(rows), rowCount: rows.length, translations: null };
  return [...after.results, { key: ANSWERS_KEY, ...answers }];
}

/** One answer in the form of the views. */
interface Told {
  readonly place: string | null;
  readonly name: string;
  readonly type: string;
  readonly ttl: number | null;
  readonly data: string | null;
  readonly mark: string | null;
  readonly visible: boolean;
}

/** Answers, with a key of everything that distinguishes them. The actor may read those that are `visible`. */
type Answers = ReadonlyMap<string, Told>;

const NONE: Answers = new Map();

/** Answers of one type that may have changed. */
interface Touched {
  readonly type: ObjectType;
  readonly answers: AnswersSpec;
  readonly keys: readonly string[];
}

type Reader = Pick<RunContext, "catalogue" | "actor" | "kept">;

async function touchedNow(tx: Tx, { types }: Catalogue): Promise<readonly Touched[]> {
  const asked = [...types.values()].map(async (type) => {
    const { answers } = type.spec.service ?? {};
    if (answers === undefined) return [];
    const found = await tx.query<{ key: string }>(answers.keys);
    return [{ type, answers, keys: found.map(({ key }) => key) }];
  });
  return (await Promise.all(asked)).flat();
}

/** Sends all queries at once, so that the database reads the next answers while the first ones are processed. */
async function answersAt(tx: Tx, reader: Reader, touched: readonly Touched[]): Promise<readonly Answers[]> {
  return await Promise.all(touched.map((one) => answersOf(tx, reader, one)));
}

/** The answers with these keys. Several objects may give the same answer. An actor who may read one of them may see it. */
async function answersOf(
  tx: Tx,
  { catalogue, actor, kept = UNCOUNTED }: Reader,
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
      `(a.through is null
        or exists (select from ${through.table} t where t.id = a.through and (${readable})))`,
    );
  }
  const most = params.add(Math.floor(kept.left() / ANSWER_BYTES), "bigint");
  const sql = `select a.place::text, a.name::text, a.type::text, a.ttl::float8, a.data::text, a.mark::text,
    coalesce(${visible.join(" and ")}, false) as visible
    from (${answers.rows.replaceAll("{keys}", () => list)}) a left join ${type.table} t on t.id = a.id
    limit ${most} + 1`;
  const told = new Map<string, Told>();
  const rows = await tx.query<Told>(bound(sql, actor, params), params.values);
  await kept.take(rows.length * ANSWER_BYTES);
  for (const one of rows) {
    const key = keyOf(one);
    if (one.visible || !told.has(key)) told.set(key, one);
  }
  return told;
}

/** Memory for one answer and its key. */
const ANSWER_BYTES = 600;

function keyOf({ place, name, type, ttl, data, mark }: Told): string {
  return JSON.stringify([place, name, type, ttl, data, mark]);
}

/** A change of an answer without its mark, because the mark stands for a secret. */
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

/** Sorted by service, place, name and type, with removed answers before added ones. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const ordered = changes.map((change) => ({ change, order: orderOf(change) }));
  ordered.sort((a, b) => Number(a.order > b.order) - Number(a.order < b.order));
  return ordered.map(({ change }) => change);
}

/** A control character separates the values, so that a shorter one comes first. */
function orderOf({ service, place, name, type, change, data }: Change): string {
  return [service, place, name, type, change, data].map((value) => value ?? "").join("\u0001");
}
