import type { Text, TextKey } from "../text.ts";
import { contentOf, statementsOf, stepsTakenFrom, type Planned } from "./planned.ts";
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

export type ListAction =
  | "add"
  | "replace"
  | "remove"
  | "move"
  | "clear"
  | "import"
  | "export"
  | "undo"
  | "redo"
  | "edit"
  | "test"
  | "apply";

interface Block {
  readonly text: TextKey;
  readonly holds: (situation: Situation, item: Planned | null) => boolean;
}

/** The answer of an apply was lost and the server is unreachable: nobody waits for a result, and planning continues. */
const isCutOff = ({ run, isOnline }: Situation): boolean =>
  run.phase === "busy" && run.isLost === true && !isOnline;
const busy: Block = {
  text: "core.txlist.block.busy",
  holds: (situation) => situation.run.phase === "busy" && !isCutOff(situation),
};
const lost: Block = { text: "core.txlist.block.lost", holds: isCutOff };
const elsewhere: Block = {
  text: "core.txlist.block.elsewhere",
  holds: (situation) => situation.isAppliedElsewhere,
};
const empty: Block = { text: "core.txlist.block.empty", holds: (situation) => situation.items.length === 0 };
const offline: Block = { text: "core.txlist.block.offline", holds: (situation) => !situation.isOnline };
const unknownInside: Block = {
  text: "core.txlist.unknownType",
  holds: (situation) => situation.items.some((item) => item.ta_type === "unknown"),
};
const otherEdit: Block = {
  text: "core.txlist.block.otherEdit",
  holds: ({ editing }, item) => editing !== null && editing !== item?.uuid,
};
const isDelete: Block = {
  text: "core.txlist.block.delete",
  holds: (_, item) => functionOf(item) === "delete",
};
const hasNoForm: Block = {
  text: "core.txlist.block.noForm",
  holds: (_, item) =>
    item !== null &&
    item.ta_type !== "json_template" &&
    !["create", "update", "delete"].includes(functionOf(item) ?? "unknown"),
};
const takesFromOther: Block = {
  text: "core.txlist.block.takesFromOther",
  holds: (_, item) => {
    const content = item === null ? null : contentOf(item);
    return content !== null && stepsTakenFrom(content).length > 0;
  },
};
const dangling: Block = {
  text: "core.txlist.block.dangling",
  holds: ({ items }) => danglingElements(items).size > 0,
};
const nothingToUndo: Block = {
  text: "core.txlist.block.nothingToUndo",
  holds: (situation) => !situation.canUndo,
};
const nothingToRedo: Block = {
  text: "core.txlist.block.nothingToRedo",
  holds: (situation) => !situation.canRedo,
};

/** Reasons against each action, gravest first. */
const BLOCKS: Readonly<Record<ListAction, readonly Block[]>> = {
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
};

/** The first reason against an action, or null if it is possible. */
export function blockOf(action: ListAction, situation: Situation, item: Planned | null = null): Text | null {
  const block = BLOCKS[action].find((candidate) => candidate.holds(situation, item));
  return block === undefined ? null : { key: block.text };
}

function functionOf(item: Planned | null): string | null {
  return item === null ? null : (contentOf(item)?.object_function ?? null);
}

/** Uuids of elements that take from a step which is no longer in the list, or stands behind them. */
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
