import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { toldNames } from "../../../server/catalogue/object-type.ts";
import { Refusal } from "../../../server/faults.ts";
import { knownReferences, referencesTo } from "../../../server/sql/join.ts";
import { planning } from "../../../server/wapi/call/plan.ts";
import { isStep, membersOf } from "../../../server/wapi/step.ts";
import { extent, seed } from "../../support/extent.ts";
import { RANGE_MEMBER } from "../../support/grammar/write.ts";

/** Transactions of up to six steps each, by every function of the catalogue. */
const ROUNDS = extent(2_000);

const catalogue = await loadCatalogue();
const functions = [...catalogue.types.values()].flatMap((type) =>
  [...type.operations].filter((fn) => isStep(`${type.name}.${fn}`)).map((fn) => ({ type, fn })),
);
/** Functions that need no values of their own, so that whole transactions are planned. */
const lists = functions.flatMap(({ type, fn }, at) =>
  fn === "list" && Object.values(type.spec.filters ?? {}).every(({ required }) => required !== true)
    ? [at]
    : [],
);

const ends = ["", "-", "0", "-0", "1", "-1", "17", "99999999999999999999"] as const;
const range: fc.Arbitrary<Json> = fc.oneof(
  fc.constant<Json>(null),
  fc.array(fc.nat(9), { maxLength: 4 }).map((list): Json => list),
  fc.tuple(fc.constantFrom(...ends), fc.constantFrom(...ends)).map(([from, to]): Json => `[${from}:${to}]`),
);
const choice = fc.record({
  of: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...lists) },
    { weight: 1, arbitrary: fc.nat(functions.length - 1) },
  ),
  idx: fc.constantFrom("none", "text", "number"),
  members: fc.nat(255),
  to: fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }),
  pick: fc.nat(1_000),
  isNull: fc.boolean(),
  range,
  join: fc.constantFrom("cross", "zip", null),
  isRefIdx: fc.boolean(),
});
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

function stepsOf(choices: readonly Choice[]): readonly Json[] {
  return choices.map((one, at) => stepOf(one, at, choices));
}

function nameOf({ idx }: Choice, at: number): string {
  return idx === "none" ? String(at) : idx === "text" ? `step ${String(at)}` : String(100 + at);
}

function stepOf(one: Choice, at: number, all: readonly Choice[]): Json {
  const made = functions[one.of];
  if (made === undefined) throw new Error("no function");
  const { type, fn } = made;
  const taken = membersOf(type, fn);
  const idx = one.idx === "none" ? {} : { idx: one.idx === "text" ? nameOf(one, at) : 100 + at };
  const has = (member: string, bit: number): boolean =>
    taken.includes(member) && ((one.members >> bit) & 1) === 1;
  const earlier = (n: number) => {
    const to = (one.to[n] ?? 0) % Math.max(at, 1);
    const choice = all[to];
    const earlierType = functions[choice?.of ?? 0]?.type;
    return { name: choice === undefined ? "" : nameOf(choice, to), type: earlierType };
  };
  const picked = (names: readonly string[], n: number): string | undefined =>
    names[(one.pick + n) % names.length];
  const join = (n: number, takesNull: boolean): Record<string, Json> => {
    const { name, type: other } = earlier(n);
    const reference = other === undefined ? undefined : picked(knownReferences(type, other), n);
    if (takesNull && (one.isNull || reference === undefined)) return { [name]: null };
    return reference === undefined ? {} : { [name]: reference };
  };
  const refs = (side: "old" | "new", n: number): Record<string, Json> => {
    const { name, type: other } = earlier(n);
    if (one.isRefIdx) return { [`${side}_ref_idx`]: name };
    const attribute = other === undefined ? undefined : picked(toldNames(other), n);
    const entry = {
      idx: name,
      [RANGE_MEMBER]: one.range,
      ...(one.join === null ? {} : { join_type: one.join }),
    };
    const params = attribute === undefined ? {} : { params: { [attribute]: attribute } };
    return { [`${side}_ref_params`]: [{ ...entry, ...params }] };
  };
  const keys = [...referencesTo(type, catalogue).keys()];
  const some = keys.filter((_, k) => ((one.pick >> (k % 10)) & 1) === 1);
  const noref = (member: string, bit: number, of: Record<string, Json>): Record<string, Json> =>
    has(member, bit) && some.length > 0 ? { [member]: of } : {};
  const joined = {
    ...(has("inner_join_ref", 0) ? { inner_join_ref: join(0, true) } : {}),
    ...(has("union_join_ref", 1) ? { union_join_ref: join(1, true) } : {}),
    ...(has("anti_join_ref", 2) ? { anti_join_ref: join(2, false) } : {}),
    ...(has("old_ref_params", 5) ? refs("old", 0) : {}),
    ...(has("new_ref_params", 6) ? refs("new", 1) : {}),
  };
  return {
    name: `${type.name}.${fn}`,
    ...idx,
    // The first step has no earlier one.
    ...(at === 0 ? {} : joined),
    ...noref("inner_join_noref", 3, { or: some }),
    ...noref("anti_join_noref", 4, { or: some.slice(0, 1), and: some }),
  };
}

describe("random transactions of the grammar", () => {
  it(
    `[API-71] [API-72] [API-73] [API-74] ${String(ROUNDS)} of them are never refused for their shape`,
    () => {
      const tally = new Map<string, number>();
      fc.assert(
        fc.property(fc.array(choice, { minLength: 1, maxLength: 6 }), (choices) => {
          const steps = stepsOf(choices);
          const faults = faultsOf(steps);
          for (const fault of faults) tally.set(fault, (tally.get(fault) ?? 0) + 1);
          expect(["planned", "required_missing", "unknown_parameter"]).toEqual(
            expect.arrayContaining(faults),
          );
        }),
        { numRuns: ROUNDS, seed: seed(11), endOnFailure: true },
      );
      process.stdout.write(`${JSON.stringify(Object.fromEntries(tally))}\n`);
      expect(tally.get("planned")).toBeGreaterThan(ROUNDS / 20);
    },
    60_000 + ROUNDS * 20,
  );
});

/** Reasons to refuse the steps, each of them; some steps lack values of their own. */
function faultsOf(steps: readonly Json[]): string[] {
  const work = planning(steps, catalogue, "old", { allFaults: true, grammar: { rangeMember: RANGE_MEMBER } });
  try {
    while (work.next().done !== true);
    return ["planned"];
  } catch (error) {
    if (error instanceof Refusal) return [error.fault, ...error.parts.further.map(({ fault }) => fault)];
    throw error;
  }
}
