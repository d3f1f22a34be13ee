import type { Text, TextKey } from "../text.ts";
import {
  contentOf,
  statementsOf,
  stepsTakenFrom,
  takesMoreThanGpks,
  type Planned,
  type PlannedContent,
} from "./planned.ts";
import type { Run } from "./run.ts";

/** Facts that decide whether an action is possible. */
export interface Situation {
  readonly items: readonly Planned[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly run: Run;
  /** Uuid of the element whose edit form is open. */
  readonly editing: string | null;
  readonly isOnline: boolean;
  /** Another window applies the list. */
  readonly isAppliedElsewhere: boolean;
}

/** A reason against actions, and whether it holds. */
type Block = readonly [text: TextKey, holds: (situation: Situation, item: Planned | null) => boolean];

/** The answer of an apply was lost and the server is unreachable: no result is awaited, and planning continues. */
const isCutOff = ({ run, isOnline }: Situation): boolean =>
  run.phase === "busy" && run.isLost === true && !isOnline;
const busy: Block = [
  "core.txlist.block.busy",
  (situation) => situation.run.phase === "busy" && !isCutOff(situation),
];
const lost: Block = ["core.txlist.block.lost", isCutOff];
const elsewhere: Block = ["core.txlist.block.elsewhere", ({ isAppliedElsewhere }) => isAppliedElsewhere];
const empty: Block = ["core.txlist.block.empty", ({ items }) => items.length === 0];
const offline: Block = ["core.txlist.block.offline", ({ isOnline }) => !isOnline];
const unknownInside: Block = [
  "core.txlist.unknownType",
  ({ items }) => items.some((item) => item.ta_type === "unknown"),
];
const otherEdit: Block = [
  "core.txlist.block.otherEdit",
  ({ editing }, item) => editing !== null && editing !== item?.uuid,
];
const isDelete: Block = [
  "core.txlist.block.delete",
  (_, item) => contentIn(item)?.object_function === "delete",
];
const hasNoForm: Block = [
  "core.txlist.block.noForm",
  (_, item) =>
    item !== null &&
    item.ta_type !== "json_template" &&
    !["create", "update", "delete"].includes(contentIn(item)?.object_function ?? "unknown"),
];
const takesFromOther: Block = [
  "core.txlist.block.takesFromOther",
  (_, item) => {
    const content = contentIn(item);
    return content !== null && takesMoreThanGpks(content);
  },
];
const dangling: Block = ["core.txlist.block.dangling", ({ items }) => danglingElements(items).size > 0];
const nothingToUndo: Block = ["core.txlist.block.nothingToUndo", ({ canUndo }) => !canUndo];
const nothingToRedo: Block = ["core.txlist.block.nothingToRedo", ({ canRedo }) => !canRedo];

/** Reasons against each action, gravest first. */
const BLOCKS = {
  add: [busy],
  replace: [busy],
  remove: [busy],
  move: [busy],
  clear: [busy, empty],
  import: [busy],
  export: [empty],
  undo: [busy, nothingToUndo],
  redo: [busy, nothingToRedo],
  edit: [busy, otherEdit, isDelete, hasNoForm, takesFromOther],
  test: [lost, busy, elsewhere, empty, unknownInside, dangling, offline],
  apply: [lost, busy, elsewhere, empty, unknownInside, dangling, offline],
} as const satisfies Readonly<Record<string, readonly Block[]>>;

export type ListAction = keyof typeof BLOCKS;

/** The first reason against an action, or null if it is possible. */
export function blockOf(action: ListAction, situation: Situation, item: Planned | null = null): Text | null {
  const blocks: readonly Block[] = BLOCKS[action];
  const [text] = blocks.find(([, holds]) => holds(situation, item)) ?? [];
  return text === undefined ? null : { key: text };
}

function contentIn(item: Planned | null): PlannedContent | null {
  return item === null ? null : contentOf(item);
}

/** Uuids of elements that take values from a step that is no longer in the list or that comes after them. */
export function danglingElements(items: readonly Planned[]): ReadonlySet<string> {
  const dangling = new Set<string>();
  const steps = new Set<string>();
  for (const item of items) {
    for (const [idx, statement] of statementsOf(item)) {
      if (stepsTakenFrom(statement).some((name) => !steps.has(name))) dangling.add(item.uuid);
      steps.add(idx);
    }
  }
  return dangling;
}
