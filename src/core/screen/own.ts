import type { Visitor } from "#contract/rule";
import type { Step } from "#contract/wire/step";

/** Who looks at lists of own objects. */
export interface OwnReader {
  readonly visitor: Pick<Visitor, "permissions">;
  readonly loginName: string | null;
  /** Choices by their key: true for own objects only. */
  readonly ownLists: Readonly<Record<string, unknown>>;
}

/** Whether a list of a type shows own objects only, for one reader. */
export interface OwnChoice {
  readonly isOwn: boolean;
  /** A permission shows the account all objects of the type, so that it has a choice. */
  readonly readsAll: boolean;
  /** The choice belongs to an account and a type. */
  readonly key: string;
}

/** A list that shows own objects only, or all. Screens name it as a value, so that only their parts load it. */
export interface OwnList {
  /** The step as its reader sees it, and the one with its numbers. */
  readonly steps: (step: Step, reader?: OwnReader) => readonly Step[];
  readonly choice: (step: Step, reader: OwnReader) => OwnChoice;
  /** Name of the step with the numbers of a step. */
  readonly counts: (of: string) => string;
}

/** Query parameter of a list with the choice between own objects and all, beside its filter and order. */
export const OWN_ENTRY = "own";

const NOBODY: OwnReader = { visitor: { permissions: new Set() }, loginName: null, ownLists: {} };

export const ownOrAll: OwnList = {
  steps: (step, reader = NOBODY) => [
    choice(step, reader).isOwn ? { ...step, old: { ...step.old, is_own: true } } : step,
    { idx: counts(step.idx ?? ""), name: "tmp.row_count.list", old: { object_fq_name: typeOf(step) } },
  ],
  choice,
  counts,
};

/** Whoever reads all objects of the type (wire contract 7.1) starts with all (LIST-41). */
function choice(step: Step, { visitor: { permissions }, loginName, ownLists }: OwnReader): OwnChoice {
  const type = typeOf(step);
  const readsAll = ["ro", "rw"].some((right) => permissions.has(type.replace(".", `.${right}:`)));
  const key = `${loginName ?? ""} ${type}`;
  return { isOwn: !readsAll || ownLists[key] === true, readsAll, key };
}

function counts(of: string): string {
  return `${of}_count`;
}

function typeOf({ name }: Step): string {
  return name.slice(0, name.lastIndexOf("."));
}
