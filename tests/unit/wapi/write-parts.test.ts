import { describe, expect, it } from "vitest";
import { textIn, type Params } from "#contract/wire/json";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { Tx } from "../../../server/db/database.ts";
import { Refusal, refuse } from "../../../server/faults.ts";
import { MOST_FAULTS } from "../../../server/wapi/faults-together.ts";
import type { WritePlan } from "../../../server/wapi/plan.ts";
import { isOwnToken, refuseWriting } from "../../../server/wapi/write/eligible.ts";
import { passed, passedTogether } from "../../../server/wapi/write/go-on.ts";
import { extraParameters, writeParameters } from "../../../server/wapi/write/plan.ts";
import { takenBy } from "../../../server/wapi/write/sql-error.ts";
import { keyOf, rowKeyOf, type WriteContext } from "../../../server/wapi/write/stages.ts";
import {
  divisionOf,
  refuseEach,
  checkEach,
  refusedWith,
  noteSteps,
} from "../../../server/wapi/write/steps-of-error.ts";
import { keysByGpk } from "../../../server/wapi/write/read-write-set-of.ts";
import { visitor } from "../../support/park.ts";
import { workshop } from "../../support/workshop.ts";

const catalogue = await loadCatalogue();

function planOf(kind: WritePlan["kind"], type: string, old: Params, values: Params, position = 0): WritePlan {
  const known = catalogue.types.get(type) ?? workshop.type(type);
  return { kind, type: known, key: "k", position, old, new: values };
}
const sites = (...names: readonly string[]): readonly WritePlan[] =>
  names.map((name, at) => planOf("create", "nd.site", {}, { name }, at));

/** The error that was thrown. */
function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

describe("the place where a failed run is divided", () => {
  const plans = sites("a", "b", "c", "d", "e", "f", "g", "h");
  const at = (...positions: readonly number[]): unknown =>
    noteSteps(
      new Error("x"),
      positions.map((position) => ({ position })),
    );

  it.each<readonly [string, unknown, object]>([
    ["before the only suspect", at(3), { at: 3, isExact: true }],
    ["before the first, if that is the suspect", at(0), { at: 0, isExact: true }],
    ["in the middle up to the last suspect", at(2, 5), { at: 3, isExact: false }],
    ["in the middle, if nobody is suspected", new Error("x"), { at: 4, isExact: false }],
    ["in the middle, if the suspect is not in the run", at(99), { at: 4, isExact: false }],
    ["in the middle, if no error was thrown", "x", { at: 4, isExact: false }],
  ])("is %s", (_, error, expected) => {
    expect(divisionOf(error, plans)).toEqual(expected);
  });

  it("is before the step named first with the error, or before the last execution of a step", () => {
    const error = thrown(() => {
      checkEach(
        plans.map((plan) => ({ plan })),
        ({ plan }) => {
          if (plan.position === 6) throw new Error("x");
        },
      );
    });
    expect(divisionOf(noteSteps(error, plans.slice(0, 2)), plans)).toEqual({ at: 6, isExact: true });
    const twice = [...plans.slice(0, 3), ...plans.slice(1, 3)];
    expect(divisionOf(at(1), twice)).toEqual({ at: 3, isExact: true });
  });
});

describe("a call that continues after refused steps", () => {
  const state = (allFaults = true): Parameters<typeof passed>[1] => ({ context: { allFaults }, refused: [] });
  /** The refusal of a check that refuses the steps with these names. */
  const refusing = (plans: readonly WritePlan[], ...names: readonly string[]): unknown =>
    thrown(() => {
      refuseEach(
        plans.map((plan) => ({ plan })),
        ({ plan }) =>
          names.includes(textIn(plan.new["name"])) ? refuse("required_missing", plan.new) : null,
      );
    });

  it("keeps the refusal of a step, and throws other errors and refusals after which it may not continue", () => {
    const [going, ending] = [state(), state(false)];
    const refusal = refuse("internal");
    expect([passed(refusal, going), going.refused]).toEqual([[], [refusal]]);
    expect(thrown(() => passed(refusal, ending))).toBe(refusal);
    const bug = new Error("bug");
    expect(thrown(() => passed(bug, going))).toBe(bug);
    expect([going.refused.length, ending.refused.length]).toEqual([1, 0]);
  });

  it("ends at the greatest number of refusals that one call reports", () => {
    const going = state();
    for (let n = 1; n < MOST_FAULTS; n++) expect(passed(refuse("internal"), going)).toEqual([]);
    const last = thrown(() => passed(refuse("internal"), going));
    expect(last instanceof Refusal ? last.parts.further.length : null).toBe(MOST_FAULTS - 1);
  });

  it("leaves out all steps that one check refuses, each with its own place", () => {
    const plans = sites("a", "b", "c", "d");
    const going = state();
    expect(passedTogether(refusing(plans, "b", "d"), plans, going)).toEqual([plans[0], plans[2]]);
    expect(going.refused.map(({ details, at }) => [details["name"], at?.position])).toEqual([
      ["b", 1],
      ["d", 3],
    ]);
    const alone = state();
    expect(passedTogether(refusing(plans, "b"), plans, alone)).toBeNull();
    expect(passedTogether(new Error("x"), plans, alone)).toBeNull();
    expect(passedTogether(refusing(plans, "a", "b"), plans, state(false))).toBeNull();
    expect(passedTogether(refusing(plans, "a", "b"), plans.slice(2), alone)).toBeNull();
    expect(alone.refused).toEqual([]);
    expect(refusing(plans)).toBeNull();
    expect(refusedWith("x").size).toBe(0);
  });
});

describe("the step whose value is already taken", () => {
  const bldgs = (...keys: readonly (readonly [string, string])[]): readonly WritePlan[] =>
    keys.map(([site, number], at) => planOf("create", "nd.bldg", {}, { site, number }, at));
  const told = (detail: unknown): unknown => Object.assign(new Error("x"), { detail });
  const [a, b, again] = sites("a", "b", "a");
  const named = [a, b, again].filter((plan) => plan !== undefined);

  it.each<readonly [string, unknown, readonly WritePlan[], readonly (WritePlan | undefined)[] | null]>([
    ["the only one with it", told("Key (name)=(b) already exists."), named, [b]],
    ["the second of two with it", told("Key (name)=(a) already exists."), named, [again]],
    ["none, if none has it", told("Key (name)=(c) already exists."), named, null],
    ["none, without a key in the detail", told("x"), named, null],
    ["none, without a detail", told(7), named, null],
    ["none, if the detail has other numbers of names and values", told("Key (name, title)=(b)"), named, null],
    ["none, if the column is none of the type", told("Key (none)=(b)"), named, null],
    ["none, if no error was thrown", { detail: "Key (name)=(b)" }, named, null],
    ["none, without steps", told("Key (name)=(b)"), [], null],
  ])("is %s", (_, error, plans, expected) => {
    expect(takenBy(error, plans)).toEqual(expected);
  });

  it("is found by the parts of the key in the error, if no other step has these parts", () => {
    const plans = bldgs(["A", "1"], ["B", "2"], ["C", "2"]);
    const key = (number: string) => told(`Key (site, number)=(17, ${number}) already exists.`);
    expect(takenBy(key("1"), plans)).toEqual([plans[0]]);
    expect(takenBy(key("2"), plans)).toBeNull();
    const renamed = [planOf("update", "nd.site", { name: "b" }, { title: "x" })];
    expect(takenBy(told("Key (name)=(b)"), renamed)).toEqual(renamed);
  });
});

describe("the key that names a step in a refusal", () => {
  it.each<readonly [WritePlan, Params]>([
    [planOf("create", "nd.site", {}, { name: "a", title: "x" }), { name: "a" }],
    [planOf("update", "nd.site", { name: "a" }, { name: "b" }), { name: "a" }],
    [planOf("update", "nd.site", { gpk: "site-1" }, { name: "b" }), { gpk: "site-1" }],
    [planOf("create", "nd.bldg", {}, { number: "1" }), { number: "1" }],
    [planOf("create", "org.unit", {}, { short_name: "B", parent: "A" }), { fq_name: "A::B" }],
    [planOf("create", "org.unit", {}, { short_name: "A" }), { fq_name: "A" }],
    [planOf("create", "shop.part", {}, { bench: "b", tool: "t" }), { tool: "t" }],
    [planOf("create", "shop.part", {}, { bench: "b" }), {}],
    [planOf("more", "nd.site", {}, { name: "c" }), { name: "c" }],
    [planOf("more", "nd.site", { name: "a" }, { name: "c" }), { name: "a" }],
  ])("%#: is what names its object, or will", (plan, expected) => {
    expect(keyOf({ plan, given: plan.new })).toEqual(expected);
  });

  it("is the key of the found row, whether the step names the row by key or by gpk", () => {
    const plan = planOf("update", "nd.bldg", { gpk: "bldg-1" }, {});
    const given = { plan, given: {}, way: {}, id: "1" };
    expect(rowKeyOf({ ...given, before: { site: "A", number: "1", title: "x" } })).toEqual({
      site: "A",
      number: "1",
    });
    expect(rowKeyOf({ ...given, before: null })).toEqual({ gpk: "bldg-1" });
  });
});

describe("steps that an account may not send", () => {
  const someone = { ...visitor([]), isImpersonating: true };
  // Nothing else of the call is asked for.
  const sent = (plan: WritePlan, actor = someone, dryRun = false): unknown => {
    const error = thrown(() => {
      refuseWriting({ dryRun } as WriteContext, actor, plan);
    });
    return error instanceof Refusal ? error.fault : error;
  };
  const tool = (values: Params, kind: WritePlan["kind"] = "update") => planOf(kind, "shop.tool", {}, values);

  it("are steps that make a secret for somebody else", () => {
    const no = "not_while_impersonating";
    expect(sent(tool({ do_grind: true }))).toBe(no);
    expect(sent(tool({ do_grind: false, kind: "saw" }))).toBeNull();
    expect(sent(tool({ is_sharp: true }))).toBeNull();
    expect(sent(tool({ code: "AB1" }))).toBe(no);
    expect(sent(tool({}, "create"))).toBe(no);
    expect(sent(planOf("create", "shop.bench", {}, { name: "x" }))).toBeNull();
    expect(sent(planOf("create", "cntl.wapi_auth", {}, {}))).toBe(no);
    expect(sent(tool({ do_grind: true }), { ...someone, isImpersonating: false })).toBeNull();
    expect(sent(tool({ do_grind: true }), someone, true)).toBeNull();
    // What creates a secret by its function alone.
    const shop = workshop.type("shop.bench");
    const functions = { ...shop.spec.functions, create: { makesSecret: true } as const };
    const type = { ...shop, spec: { ...shop.spec, functions } };
    expect(sent({ ...planOf("create", "shop.bench", {}, {}), type })).toBe(no);
    expect(sent({ ...planOf("update", "shop.bench", {}, {}), type })).toBeNull();
  });

  it("are steps that end another token than the token of the call", () => {
    const nobody = { ...someone, account: null };
    const own = planOf(
      "delete",
      "cntl.wapi_auth",
      { gpk: `${catalogue.type("cntl.wapi_auth").spec.gpk}-1` },
      {},
    );
    expect(isOwnToken(nobody, own)).toBe(true);
    expect(sent(own, nobody)).toBeNull();
    expect(sent({ ...own, kind: "update" }, nobody)).toBe("account_unknown");
    expect(sent({ ...own, old: { gpk: "x" } }, nobody)).toBe("account_unknown");
    expect(isOwnToken(nobody, planOf("delete", "nd.site", { gpk: "site-1" }, {}))).toBe(false);
    expect(sent(tool({}), { ...someone, allowsWriting: false })).toBe("data_manipulation_not_allowed");
  });
});

it("a type without a function has no parameters of the function except its attributes", () => {
  const part = workshop.type("shop.part");
  expect(extraParameters(part, "update")).toEqual({});
  expect(extraParameters(part, "create")).toEqual({});
  expect(extraParameters(part, "lend")).toEqual({});
  expect([...writeParameters(part, "lend", "new").keys()]).toEqual([]);
  expect([...writeParameters(part, "lend", "old").keys()]).toEqual([]);
});

describe("keys of the objects that steps name by gpk", () => {
  it("are read only for references and gpks, and are known beforehand for rows that will be created", async () => {
    const asked: Record<string, unknown> = {};
    const tx: Tx = {
      query: (sql, [ids] = []) => {
        asked[/ from "(\S+)" t/.exec(sql)?.[1]?.replaceAll('"', "") ?? ""] = ids;
        return Promise.resolve([]);
      },
      defer: () => undefined,
      nested: (work) => work(tx),
    };
    const site = planOf("create", "nd.site", {}, { name: "new" });
    const plans = [
      planOf("update", "nd.module", { gpk: "mod-1" }, { room_gfk: "room-5", description: "mod-9" }),
      planOf("update", "nd.module", { gpk: "room-6" }, { room_gfk: "mod-7", parent_gfk: "mod-2" }),
      planOf("update", "nd.module", { gpk: "none-1" }, { room_gfk: null }),
      planOf("create", "cntl.ot_lang_attr_val", {}, { object_gfk: "bldg-8", value: "bldg-3" }),
      site,
      planOf("create", "nd.bldg", {}, { site: "new" }),
    ];
    const coming = new Map([
      [site, "77"],
      ...plans.slice(-1).map((plan): [WritePlan, string] => [plan, "78"]),
    ]);
    const keys = await keysByGpk({ tx, catalogue }, plans, coming);
    expect(asked).toEqual({ "nd.module": ["1", "2"], "nd.room": ["5"], "nd.bldg": ["8"] });
    expect([...keys]).toEqual([["site-77", ["new"]]]);
  });
});
