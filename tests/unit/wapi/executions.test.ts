import { describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Json, Row } from "#contract/wire/json";
import { Refusal } from "../../../server/faults.ts";
import { BelongsElsewhere } from "../../../server/wapi/elsewhere.ts";
import { createBudget, executionsOf } from "../../../server/wapi/call/executions.ts";
import { planning, planSteps } from "../../../server/wapi/call/plan.ts";
import type { Plan, RefPlan } from "../../../server/wapi/plan.ts";
import { workshop } from "../../support/workshop.ts";

const table = (idx: string, rows: readonly Row[]): Json => ({
  idx,
  name: "store.sheet.list",
  old: { _dict_list: rows },
});
const ref = (idx: string, params: Record<string, string>, joinType: string | null = null): Json => ({
  idx,
  params,
  ...(joinType === null ? {} : { join_type: joinType }),
});

/** Fault, details and execution of a refusal. */
function refused(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.fault, error.details, error.at?.position, error.at?.execution];
  }
}

function refPlan(plans: readonly Plan[]): RefPlan {
  const plan = plans.at(-1);
  if (plan?.kind !== "ref") throw new Error("the last step has ref params");
  return plan;
}

/** What each execution of the last step gets from the rows. */
function given(plan: RefPlan): unknown {
  return plan.executions?.map((one) => (one.kind === "create" ? one.new : one));
}

/** Runs the generator to its end. */
function all<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const tables = [
  table("a", [{ n: "a1" }, { n: "a2" }]),
  table("b", [{ n: "b1" }, { n: "b2" }, { n: "b3" }]),
  table("c", [{ n: "c1" }, { n: "c2" }]),
];
const create = (...refs: readonly Json[]): readonly Json[] => [
  ...tables,
  { name: "shop.bench.create", new_ref_params: refs },
];
const plans = (...refs: readonly Json[]): RefPlan => refPlan(planSteps(create(...refs), workshop));

describe("the executions of a step by rows of the call", () => {
  it("[API-61] zip takes row n for execution n, in the order of the rows", () => {
    expect(given(plans(ref("a", { name: "n" }), ref("c", { note: "n" }, "zip")))).toEqual([
      { name: "a1", note: "c1" },
      { name: "a2", note: "c2" },
    ]);
  });

  it("[API-61] cross combines every execution with every row, and earlier entries vary slowest", () => {
    expect(given(plans(ref("a", { name: "n" }), ref("b", { note: "n" }, "cross")))).toEqual(
      ["a1", "a2"].flatMap((name) => ["b1", "b2", "b3"].map((note) => ({ name, note }))),
    );
  });

  it("[API-61] zip after cross takes one row for each combination", () => {
    const six = table(
      "six",
      Array.from({ length: 6 }, (_, n) => ({ n: `s${String(n)}` })),
    );
    const refs = [ref("a", {}), ref("b", { name: "n" }, "cross"), ref("six", { note: "n" }, "zip")];
    const steps = [...tables, six, { name: "shop.bench.create", new_ref_params: refs }];
    expect(given(refPlan(planSteps(steps, workshop)))).toEqual(
      ["b1", "b2", "b3", "b1", "b2", "b3"].map((name, n) => ({ name, note: `s${String(n)}` })),
    );
  });

  it("[API-61] the first entry may be cross, and a step that is named twice is combined once", () => {
    expect(given(plans(ref("a", { name: "n" }, "cross"), ref("a", { note: "n" }, "cross")))).toEqual([
      { name: "a1", note: "a1" },
      { name: "a2", note: "a2" },
    ]);
  });

  it("[API-61] different numbers of rows are refused, and the refusal names the member that has them", () => {
    const reason = "3 rows for 2 executions";
    expect(refused(() => plans(ref("a", { name: "n" }), ref("b", { note: "n" })))).toEqual([
      "malformed_step",
      { member: "new_ref_params", reason },
      3,
      0,
    ]);
    const listed = [
      ...tables,
      { name: "shop.bench.list", old_ref_params: [ref("a", { name: "n" }), ref("b", { note: "n" })] },
    ];
    expect(refused(() => planSteps(listed, workshop))).toEqual([
      "malformed_step",
      { member: "old_ref_params", reason },
      3,
      0,
    ]);
  });

  it("[API-61] null is a value of a row, and a row without the attribute gives no value", () => {
    const rows = table("t", [
      { n: "x", m: null },
      { n: "y", m: "z" },
    ]);
    const step = { name: "shop.bench.create", new_ref_params: [ref("t", { name: "n", note: "m" })] };
    expect(given(refPlan(planSteps([rows, step], workshop)))).toEqual([
      { name: "x", note: null },
      { name: "y", note: "z" },
    ]);
    const plan = plans(ref("a", { name: "n" }));
    const lacking = {
      ...plan,
      refs: plan.refs.map((one) => ({ ...one, params: [["note", "none"] as const] })),
    };
    expect(refused(() => all(executionsOf(lacking, () => [{ n: "a" }], createBudget())))).toEqual([
      "required_missing",
      { parameter: "name", scope: "new" },
      3,
      0,
    ]);
  });

  it("[API-61] each execution has its own position, and a refused value names its execution", () => {
    const rows = table("t", [{ n: "x" }, { n: "y" }, { n: "z" }, { n: 7 }]);
    const step = { name: "shop.bench.create", new_ref_params: [ref("t", { name: "n" })] };
    expect(refused(() => planSteps([rows, step], workshop))).toEqual([
      "wrong_type",
      { parameter: "name", scope: "new", data_type: "text_id" },
      1,
      3,
    ]);
    const { executions } = plans(ref("b", { name: "n" }));
    expect(executions?.map(({ position }) => position)).toEqual([3, 3 + 1 / 3, 3 + 2 / 3]);
    expect(executions?.map(({ statement }) => statement)).toEqual(
      [0, 1, 2].map((execution) => ({
        idx: "bench_create",
        position: 3,
        name: "shop.bench.create",
        execution,
      })),
    );
  });
});

describe("the number of executions of a call", () => {
  const rows = (count: number): readonly Row[] => Array.from({ length: count }, (_, n) => ({ n: String(n) }));
  const at = { idx: "x", position: 7, name: "shop.bench.create", execution: 0 };

  it("is limited for all steps together", () => {
    const budget = createBudget();
    budget.take(LIMITS.executions - 1);
    budget.take(1);
    budget.take(0);
    expect(
      refused(() => {
        budget.take(1, at);
      }),
    ).toEqual(["too_many_executions", { limit: LIMITS.executions }, 7, 0]);
  });

  it("a call with more executions than one executor takes runs elsewhere, and too many executions are refused there too", () => {
    const budget = createBudget([], 5);
    budget.take(3);
    budget.expect(2);
    for (const more of [
      () => {
        budget.take(3);
      },
      () => {
        budget.expect(3);
      },
    ])
      expect(more).toThrow(BelongsElsewhere);
    budget.take(2);
    expect(
      refused(() => {
        budget.take(LIMITS.executions, at);
      }),
    ).toMatchObject({ 0: "too_many_executions" });
    const tables = [table("a", rows(3)), table("b", rows(2))];
    const step = {
      name: "shop.bench.create",
      new_ref_params: [ref("a", { name: "n" }), ref("b", { note: "n" }, "cross")],
    };
    const planned = (executionsHere: number) => () =>
      all(planning([...tables, step], workshop, "old", { executionsHere }));
    expect(planned(5)).toThrow(BelongsElsewhere);
    expect(planned(6)).not.toThrow();
  });

  it("counts the executions of those plans whose number is known", () => {
    const plan = plans(ref("b", { name: "n" }));
    const budget = createBudget([...planSteps(tables, workshop), plan, { ...plan, executions: null }, plan]);
    budget.take(LIMITS.executions - 6);
    expect(
      refused(() => {
        budget.take(1);
      }),
    ).toMatchObject({ 0: "too_many_executions" });
  });

  it("a product that is too large is refused before it is computed", () => {
    const step = {
      name: "shop.bench.create",
      new_ref_params: [ref("a", { name: "n" }), ref("b", { note: "n" }, "cross")],
    };
    const steps = [table("a", rows(1000)), table("b", rows(101)), step];
    expect(refused(() => planSteps(steps, workshop))).toEqual([
      "too_many_executions",
      { limit: LIMITS.executions },
      2,
      0,
    ]);
    const zipped = { name: "shop.bench.create", new_ref_params: [ref("a", { name: "n" })] };
    const many = Array.from({ length: 11 }, () => zipped);
    expect(refused(() => planSteps([table("a", rows(10_000)), ...many], workshop))).toEqual([
      "too_many_executions",
      { limit: LIMITS.executions },
      11,
      0,
    ]);
  });
});
