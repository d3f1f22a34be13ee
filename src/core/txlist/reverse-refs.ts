import type { Json, Params, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { titleOf } from "../catalogue/title.ts";
import type { Loss } from "./losses.ts";
import type { LinkAction } from "./links.ts";
import { reverseRuleOf } from "./reverse-rules.ts";

/** A statement that reverses a change; it still names deleted objects by their old gpks. */
export interface Draft extends LinkAction {
  /** The type that has the function. */
  readonly on: ObjectTypeMeta;
  /** The type of the changed object. */
  readonly type: ObjectTypeMeta;
  readonly row: Row;
  /** Old gpk of the object that the statement recreates. */
  readonly makes: string | null;
  readonly losses: readonly Loss[];
}

/** Own parameter → the draft that recreates its object. */
export type Taken = Readonly<Record<string, Draft>>;

export interface LinkedDraft extends Draft {
  readonly from: Draft;
  readonly oldTaken: Taken;
  readonly newTaken: Taken;
}

export interface LinkedDrafts {
  readonly drafts: readonly LinkedDraft[];
  /** Losses of changes that could not be planned. */
  readonly losses: readonly Loss[];
}

/** Drafts whose gpks of recreated objects come from the steps that recreate them; hopeless drafts become losses. */
export function linkDrafts(
  catalogue: Catalogue,
  drafts: readonly Draft[],
  isGone: (gpk: string) => boolean,
): LinkedDrafts {
  const work: LinkWork = { catalogue, isGone, makers: new Map(), out: [], losses: [], waiting: new Map() };
  const coming = new Set(drafts.flatMap(({ makes }) => makes ?? []));
  for (const draft of drafts) linkOne(work, draft, coming);
  const left = [...work.waiting.values()].flat().map(({ draft, name }) => lossOf(draft, name));
  return { drafts: work.out, losses: [...work.losses, ...left] };
}

interface LinkWork {
  readonly catalogue: Catalogue;
  readonly isGone: (gpk: string) => boolean;
  readonly makers: Map<string, Draft>;
  readonly out: LinkedDraft[];
  readonly losses: Loss[];
  /** Values with the gpk of an object that a later draft recreates. */
  readonly waiting: Map<string, { readonly draft: Draft; readonly name: string }[]>;
}

function linkOne(work: LinkWork, draft: Draft, coming: Set<string>): void {
  const old = split(work, draft, "old");
  const now = split(work, draft, "new");
  const late = Object.entries(now.unmade);
  const canWait = (gpk: string, name: string): boolean =>
    coming.has(gpk) && draft.makes !== null && parameterOf(work, draft, "update", name) !== undefined;
  const isLost =
    Object.keys(old.unmade).length > 0 ||
    late.some(([name]) => parameterOf(work, draft, draft.fn, name)?.isRequired === true) ||
    !hasOneOf(draft, { ...now.values, ...now.taken });
  if (draft.makes !== null) coming.delete(draft.makes);
  if (isLost) {
    work.losses.push(lossOf(draft, null));
    return;
  }
  const losses = late.filter(([name, gpk]) => !canWait(gpk, name)).map(([name]) => lossOf(draft, name));
  work.out.push({
    ...draft,
    from: draft,
    old: old.values,
    new: now.values,
    oldTaken: old.taken,
    newTaken: now.taken,
    losses: [...draft.losses, ...losses],
  });
  for (const [name, gpk] of late)
    if (canWait(gpk, name)) {
      const others = work.waiting.get(gpk) ?? [];
      others.push({ draft, name });
      work.waiting.set(gpk, others);
    }
  if (draft.makes === null) return;
  work.makers.set(draft.makes, draft);
  settle(work, draft.makes, draft);
}

/** Sets values that waited for a recreated object, each by its own change. */
function settle(work: LinkWork, made: string, maker: Draft): void {
  const due = work.waiting.get(made) ?? [];
  work.waiting.delete(made);
  for (const { draft, name } of due) {
    const statement = { ...draft, fn: "update", old: {}, new: {}, makes: null, losses: [] } as const;
    work.out.push({ ...statement, from: statement, oldTaken: { gpk: draft }, newTaken: { [name]: maker } });
  }
}

interface Split {
  readonly values: Params;
  readonly taken: Taken;
  /** Gpks of deleted objects that no earlier draft recreates. */
  readonly unmade: Readonly<Record<string, string>>;
}

function split({ catalogue, isGone, makers }: LinkWork, draft: Draft, side: "old" | "new"): Split {
  const values: Record<string, Json> = {};
  const taken: Record<string, Draft> = {};
  const unmade: Record<string, string> = {};
  for (const [name, value] of Object.entries(draft[side])) {
    const gpk = isGpk(catalogue, draft, side, name) && typeof value === "string" ? value : null;
    const maker = gpk === null ? undefined : makers.get(gpk);
    if (maker !== undefined) taken[name] = maker;
    else if (gpk !== null && isGone(gpk)) unmade[name] = gpk;
    else values[name] = value;
  }
  return { values, taken, unmade };
}

/** True if a parameter holds the gpk of an object. */
function isGpk(catalogue: Catalogue, { on, fn }: Draft, side: "old" | "new", name: string): boolean {
  if (name === "gpk") return true;
  const parameter = side === "new" ? catalogue.fn(on.name, fn)?.parameters[name] : undefined;
  return (parameter ?? on.attribute(name))?.data_type === "gpk";
}

function parameterOf({ catalogue }: LinkWork, { on }: Draft, fn: string, name: string) {
  return catalogue.fn(on.name, fn)?.parameters[name]?.new;
}

function hasOneOf({ on, fn }: Draft, given: Readonly<Record<string, unknown>>): boolean {
  const { one_of: oneOf } = reverseRuleOf(on);
  if (fn !== "create" || oneOf === undefined) return true;
  return oneOf.some((name) => name in given);
}

function lossOf({ type, row }: Draft, attribute: string | null): Loss {
  return { object: type.name, title: titleOf(type, row), attribute, reason: "core.reverse.newKey" };
}
