import type { Params } from "#contract/wire/json";
import type { RefParams, Step } from "#contract/wire/step";
import type { Unit } from "#contract/table/units";
import type { Say } from "./texts.ts";

/** One planned step, and the steps that it needs. */
export interface ImportStep extends Unit {
  readonly row: SourceRow | null;
  readonly name: string;
  /** Key of the object that is changed; absent for a creation. */
  readonly old?: Params;
  readonly new: Params;
  /** Parameters of `old` and `new` that come from the results of earlier steps; these steps are also in `needs`. */
  readonly oldRefs?: readonly RefParams[];
  readonly newRefs?: readonly RefParams[];
  /** Further rows of the file that belong to this step. */
  readonly also?: readonly SourceRow[];
}

/** A line of one of the files of a run. */
export interface Place {
  /** Name of the file; null if only one file was given. */
  readonly file: string | null;
  readonly line: number;
}

/** A row of a file, and the text by which a person recognises it. */
export interface SourceRow extends Place {
  readonly value: string;
}

export interface Rejected extends SourceRow {
  readonly reason: string;
}

/** The plan of a file before the server has tested it. */
export interface ImportDraft {
  /** In the order of execution: a step comes after everything it needs. */
  readonly steps: readonly ImportStep[];
  readonly rejected: readonly Rejected[];
  /** Rows of the files as they were read; a row that cannot be read at all is only rejected. */
  readonly rows: readonly SourceRow[];
  /** Rows that are in the database already. */
  readonly present: readonly SourceRow[];
  /** Rows that were understood and omitted, about which a note exists. */
  readonly left: readonly SourceRow[];
  /** Something that was understood but cannot be stored, or not unchanged. Notes do not count as faults. */
  readonly notes?: readonly Rejected[];
  /** Names of the files in the order in which they were read. */
  readonly files?: readonly string[];
}

/** The row at a place. */
export function rowAt({ file, line }: Place, value: string): SourceRow {
  return { file, line, value };
}

/** A place as a sentence names it: `line 3 of hosts.conf`. */
export function placeIn({ file, line }: Place, say: Say): string {
  return file === null ? say("place", { line }) : say("placeOfFile", { file, line });
}

/** A sentence about a place. */
export function toldIn({ file, line }: Place, sentence: string, say: Say): string {
  return ofFile(file, say("atLine", { line, sentence }));
}

/** A sentence about a file. It begins with the name of the file, unless `file` is null because there is only one. */
export function ofFile(file: string | null, sentence: string): string {
  return file === null ? sentence : `${file}: ${sentence}`;
}

/** Rows by their files in the order of these, and then by line. */
export function inOrder<T extends Place>(rows: readonly T[], files: readonly string[] = []): readonly T[] {
  const places = new Map<string | null, number>([[null, -1]]);
  for (const name of files) if (!places.has(name)) places.set(name, places.size);
  const at = ({ file }: Place): number => places.get(file) ?? places.size;
  return rows.toSorted((a, b) => at(a) - at(b) || a.line - b.line);
}

export function toWire(steps: readonly ImportStep[]): readonly Step[] {
  return steps.map(({ idx, name, old, new: values, oldRefs, newRefs }) => ({
    idx,
    name,
    ...(old === undefined ? {} : { old }),
    new: values,
    ...(oldRefs === undefined ? {} : { old_ref_params: oldRefs }),
    ...(newRefs === undefined ? {} : { new_ref_params: newRefs }),
  }));
}

/** The first one of each name, in their order. */
export function firstBy<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T> {
  const first = new Map<string, T>();
  for (const one of all) {
    const name = nameOf(one);
    if (!first.has(name)) first.set(name, one);
  }
  return first;
}

/** Separates the rows that could be read from the rejected ones. */
export function divided<T extends object>(
  all: readonly (T | Rejected)[],
): { readonly kept: readonly T[]; readonly rejected: readonly Rejected[] } {
  const kept: T[] = [];
  const rejected: Rejected[] = [];
  for (const one of all) {
    if ("reason" in one) rejected.push(one);
    else kept.push(one);
  }
  return { kept, rejected };
}
