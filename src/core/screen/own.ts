import { ROW_COUNTS } from "#contract/wire/api-types";
import type { Visitor } from "#contract/rule";
import type { Step } from "#contract/wire/step";

/** The reader of lists of own objects. */
export interface OwnReader {
  readonly visitor: Pick<Visitor, "permissions">;
  readonly loginName: string | null;
  /** Choices by their key: true for own objects only. */
  readonly ownLists: Readonly<Record<string, unknown>>;
  /** The choice in the address, which takes precedence over the stored one (LIST-59). */
  readonly asked?: string | null;
}

/** Whether a list of a type shows own objects only, for one reader. */
export interface OwnChoice {
  readonly isOwn: boolean;
  /** A permission lets the account see all objects of the type. */
  readonly readsAll: boolean;
  /** Whether the account can choose: it reads all, or the list has everything that it reads. */
  readonly isOffered: boolean;
  /** The choice of the address or the account; null if there is none. */
  readonly chosen: boolean | null;
  /** The choice belongs to an account and a type. */
  readonly key: string;
}

/** A list that shows own objects only, or all. Screens name it as a value, so that only their parts load it. */
export interface OwnList {
  /** The step for its reader, and the step with its numbers. */
  readonly steps: (step: Step, reader?: OwnReader) => readonly Step[];
  readonly choice: (step: Step, reader: OwnReader) => OwnChoice;
  /** Name of the step with the numbers of a step. */
  readonly counts: (of: string) => string;
}

const NOBODY: OwnReader = { visitor: { permissions: new Set() }, loginName: null, ownLists: {} };

/** Own objects; or all, for whoever reads all objects of the type. */
export const ownOrAll = ownList((readsAll) => readsAll);

/** All objects that the account may read, whatever its rights are; or its own ones. */
export const allOrOwn = ownList(() => true);

function ownList(isOffered: (readsAll: boolean) => boolean): OwnList {
  const choiceOf = (step: Step, reader: OwnReader): OwnChoice => choice(step, reader, isOffered);
  return {
    steps: (step, reader = NOBODY) => [
      choiceOf(step, reader).isOwn ? { ...step, old: { ...step.old, is_own: true } } : step,
      {
        idx: counts(step.idx ?? ""),
        name: ROW_COUNTS,
        old: { object_fq_name: typeOf(step) },
      },
    ],
    choice: choiceOf,
    counts,
  };
}

/** An account that reads all objects of the type (wire contract 7.1) starts with all (LIST-41). */
function choice(
  step: Step,
  { visitor: { permissions }, loginName, ownLists, asked = null }: OwnReader,
  offers: (readsAll: boolean) => boolean,
): OwnChoice {
  const type = typeOf(step);
  const readsAll = ["ro", "rw"].some((right) => permissions.has(type.replace(".", `.${right}:`)));
  const key = `${loginName ?? ""} ${type}`;
  const isOffered = offers(readsAll);
  const kept = ownLists[key];
  const chosen = flagIn(asked) ?? (typeof kept === "boolean" ? kept : null);
  return { isOwn: !isOffered || chosen === true, readsAll, isOffered, chosen, key };
}

/** The spelling of a choice in an address; null for any other text. */
function flagIn(text: string | null): boolean | null {
  return text === "true" || text === "false" ? text === "true" : null;
}

function counts(of: string): string {
  return `${of}_count`;
}

function typeOf({ name }: Step): string {
  return name.slice(0, name.lastIndexOf("."));
}
