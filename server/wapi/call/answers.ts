import { ANSWERS_KEY } from "#contract/wire/outcome";
import type { Actor } from "../../access/actor.ts";
import { visibleSql } from "../../access/rules.ts";
import type { AnswersSpec } from "../../catalogue/define-service.ts";
import { ASK_FOR_NOTES } from "../../catalogue/noting.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
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
    const told: Answers[] = [];
    for (const source of sourcesIn(catalogue))
      told.push(await answersNow(tx, { catalogue, actor: session.actor() }, source));
    return { results, told };
  });
  const changes: Change[] = [];
  for (const now of after.told)
    changes.push(...changesBetween(now.answers.service.name, await answersOf(tx, reader, now), now.texts));
  const rows = inOrder(changes).map((change) => JSON.stringify(change));
  const answers = {
    key: ANSWERS_KEY,
    rows: `[${rows.join(",")}]`,
    rowCount: rows.length,
    translations: null,
  };
  return [...after.results, answers];
}

function sourcesIn(catalogue: Catalogue): readonly Source[] {
  return [...catalogue.types.values()].flatMap((type): readonly Source[] => {
    const { answers } = type.spec.service ?? {};
    return answers === undefined ? [] : [{ type, answers }];
  });
}

/** Carries the value of work out of its savepoint. */
class Undone extends Error {}

async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const kept: { value: T }[] = [];
  try {
    await tx.nested(async () => {
      kept.push({ value: await work() });
      throw new Undone();
    });
  } catch (error) {
    const [last] = kept;
    if (!(error instanceof Undone) || last === undefined) throw error;
    return last.value;
  }
  throw new Error("the work was not undone");
}

interface Source {
  readonly type: ObjectType;
  readonly answers: AnswersSpec;
}

/** Text of each answer, and whether the actor may read it. */
type Texts = ReadonlyMap<string, boolean>;

interface Answers extends Source {
  readonly keys: readonly string[];
  readonly texts: Texts;
}

interface Reader {
  readonly catalogue: Catalogue;
  readonly actor: Actor;
}

async function answersNow(tx: Tx, reader: Reader, source: Source): Promise<Answers> {
  const rows = await tx.query<{ key: string }>(source.answers.keys);
  const keys = rows.map(({ key }) => key);
  return { ...source, keys, texts: await answersOf(tx, reader, { ...source, keys }) };
}

/** The answers at these keys. One text may come from several objects; it is told to who may read one of them. */
async function answersOf(
  tx: Tx,
  { catalogue, actor }: Reader,
  { type, answers, keys }: Source & { readonly keys: readonly string[] },
): Promise<Texts> {
  if (keys.length === 0) return new Map();
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
  const sql = `select json_build_array(a.place, a.name, a.type, a.ttl, a.data, a.mark)::text as text,
    coalesce(bool_or(${visible.join(" and ")}), false) as visible
    from (${answers.rows.replaceAll("{keys}", () => list)}) a left join ${type.table} t on t.id = a.id group by 1`;
  const found = await tx.query<{ text: string; visible: boolean }>(bound(sql, actor, params), params.values);
  return new Map(found.map(({ text, visible: isVisible }) => [text, isVisible]));
}

interface Change {
  readonly service: string;
  readonly place: string | null;
  readonly name: string;
  readonly type: string;
  readonly ttl: number | null;
  readonly data: string | null;
  readonly change: "gone" | "new";
}

function changesBetween(service: string, before: Texts, after: Texts): readonly Change[] {
  const only = (these: Texts, those: Texts, change: Change["change"]): readonly Change[] =>
    [...these].flatMap(([text, isVisible]) =>
      isVisible && !those.has(text) ? [changeOf(service, text, change)] : [],
    );
  return [...only(before, after, "gone"), ...only(after, before, "new")];
}

type Told = readonly [string | null, string, string, number | null, string | null];

function changeOf(service: string, text: string, change: Change["change"]): Change {
  // The statement above makes a list of these values.
  const [place, name, type, ttl, data] = JSON.parse(text) as Told;
  return { service, place, name, type, ttl, data, change };
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
