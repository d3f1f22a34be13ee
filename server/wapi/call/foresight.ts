import type { Json, Row } from "#contract/wire/json";
import { gpkOf } from "../../catalogue/gpk.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { isWriting, type Plan, type WritePlan } from "../plan.ts";
import { Misforeseen, type DrawIds, type Foreseen } from "../write/foreseen.ts";
import type { ParsedRef } from "../step.ts";
import { same } from "../write/lock-rows.ts";
import { refOf } from "../write/read-write-set-of.ts";

/**
 * Predicts rows of waiting steps from their parameters, so that steps that take values from these rows need not wait. Each used value is compared
 * with the real row later.
 */
export interface Foresight extends Foreseen {
  /** Records that the steps at this position wait. */
  wait(position: number, plans: readonly WritePlan[]): void;
  /** Rows of the waiting steps at this position, for a step that takes values from them; null for a value that cannot be predicted. */
  rowsOf(position: number, pattern: WritePlan, refs: readonly ParsedRef[]): Promise<readonly Row[] | null>;
  /** Whether a waiting step uses a value of a predicted row. */
  readonly isUsed: boolean;
  clear(): void;
}

/** Maximum number of ids that are drawn at once. */
const BLOCK = 2_000;

export function createForesight(plans: readonly Plan[], draw: DrawIds): Foresight {
  const waiting = new Map<number, readonly WritePlan[]>();
  const expected = new Map<WritePlan, Record<string, Json>>();
  const ids = new Map<WritePlan, string>();
  const stock = createStock(plans, draw);
  return {
    ids,
    wait(position, some) {
      waiting.set(position, some);
    },
    async rowsOf(position, pattern, refs) {
      const sources = waiting.get(position);
      const pairs = refs.flatMap(({ params }) => params);
      if (sources === undefined || pairs.some((pair) => isOfUnknownType(pattern, pair))) return null;
      const attributes = pairs.map(([, attribute]) => attribute);
      if (attributes.includes("gpk"))
        for (const plan of sources)
          if (plan.kind === "create" && !ids.has(plan)) ids.set(plan, await stock(plan.type));
      const rows = sources.map((plan) => rowOf(plan, ids.get(plan)));
      if (!rows.every((row) => attributes.every((name) => row[name] !== undefined))) return null;
      for (const [at, plan] of sources.entries()) {
        const taken = attributes.map((name): [string, Json] => [name, rows[at]?.[name] ?? null]);
        expected.set(plan, { ...expected.get(plan), ...Object.fromEntries(taken) });
      }
      return rows;
    },
    check(done) {
      for (const { plan, rows } of done) {
        const values = expected.get(plan);
        if (values === undefined) continue;
        // The text is made from the definition of the type: an object of its attributes.
        const row = JSON.parse(rows[0] ?? "{}") as Row;
        if (Object.entries(values).some(([name, value]) => !same(row[name] ?? null, value)))
          throw new Misforeseen();
      }
    },
    get isUsed() {
      return expected.size > 0;
    },
    clear() {
      waiting.clear();
      expected.clear();
      ids.clear();
    },
  };
}

/** Whether the parameter accepts a gpk of any type. Such a gpk does not show that the step depends on the one that creates the object. */
function isOfUnknownType(pattern: WritePlan, [own, attribute]: ParsedRef["params"][number]): boolean {
  return attribute === "gpk" && own !== "gpk" && refOf(pattern, own)?.by !== "gpk";
}

/** Only creates and updates answer the values they were given. */
function rowOf({ kind, type, old, new: values }: WritePlan, id: string | undefined): Row {
  if (kind !== "create" && kind !== "update") return {};
  const given = Object.entries({ ...old, ...values }).filter(([name]) => type.attributes.has(name));
  return { ...Object.fromEntries(given), ...(id === undefined ? {} : { gpk: gpkOf(type, id) }) };
}

/** Ids of new rows, drawn for all steps whose gpk another step takes. */
function createStock(plans: readonly Plan[], draw: DrawIds): (type: ObjectType) => Promise<string> {
  const stocks = new Map<ObjectType, string[]>();
  let wanted: ReadonlyMap<ObjectType, readonly Plan[]> | null = null;
  return async (type) => {
    const stock = stocks.get(type) ?? [];
    stocks.set(type, stock);
    wanted ??= namedByGpk(plans);
    if (stock.length === 0)
      stock.push(...(await draw(type, Math.min(BLOCK, wanted.get(type)?.length ?? 1))).toReversed());
    return stock.pop() ?? "";
  };
}

/** Steps that write something and are named by gpk later, by type. */
function namedByGpk(plans: readonly Plan[]): ReadonlyMap<ObjectType, readonly Plan[]> {
  const refs = plans.flatMap((plan) => (plan.kind === "ref" ? plan.refs : []));
  const named = refs.filter(({ params }) => params.some(([, attribute]) => attribute === "gpk"));
  const positions = new Set(named.map(({ position }) => position));
  const written = plans.filter((plan, at) => positions.has(at) && isWriting(plan));
  return Map.groupBy(written, ({ type }) => type);
}
