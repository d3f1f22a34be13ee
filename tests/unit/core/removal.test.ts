import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import type { Json, Params, Row } from "#contract/wire/json";
import type { Execute, Lists, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { lookAtRemoval, MOST_TAKEN } from "#core/removal/removal";
import { contentOf, type Planned, type PlannedStatement } from "#core/txlist/planned";
import { deletionOf, elementOf } from "#core/txlist/make-planned";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import type { RecordedRemoval } from "../../support/removal.ts";

const catalogue = await portalCatalogue();

// Parse boundary: tests/wapi/removal-types.test.ts wrote the lines.
const RECORDED = readFileSync(new URL("./removals.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as RecordedRemoval);

/** Answers the recorded calls in their order, and no others. */
function answering(calls: RecordedRemoval["calls"]): Execute {
  const left = [...calls];
  return (steps, options) => {
    const call = left.shift();
    expect(steps).toEqual(call?.steps);
    expect(options).toEqual({ dryRun: true });
    if (call === undefined) throw new Error("one call too many");
    return Promise.resolve(call.outcome);
  };
}

describe("objects that are deleted before and with an object, as the server answered", () => {
  it.each(RECORDED.map((one) => [contentOf(one.item)?.object_fq_name ?? "", one] as const))(
    "for an object of %s",
    async (_, { item, calls, removal }) => {
      const found = await lookAtRemoval(item, [], { catalogue, execute: answering(calls) });
      expect(JSON.parse(JSON.stringify(found))).toEqual(removal);
    },
  );
});

/** Refusals of the server that end a search, and answers that no planted world gives. */
describe("the search for objects that block a deletion", () => {
  const KEY = { gpk: "mod-1" };
  const rest = {
    preview_fields: [],
    object_title: "",
    show_result: false,
    non_optionals: [],
    input_reducer: null,
  };
  const doomed = (object = "nd.module", old: Params = KEY, given: readonly PlannedStatement[] = []) =>
    elementOf({ uuid: "u", variant: null }, { ...deletionOf(object, old), ...rest }, "prepend", given);
  const done = (lists: Lists = {}): Outcome => ({ ok: true, lists, rolledBack: true, accessMode: "rw" });
  const refused = (
    stepIdx: string | null,
    name: string,
    details: Fault["details"] = {},
    type: keyof typeof FAULT_TYPES = "constraint_violation",
  ): Outcome => ({
    ok: false,
    status: 400,
    fault: {
      type: { name: type, code: FAULT_TYPES[type] },
      code: 2,
      name,
      description: "",
      details,
      hint: null,
      stepIdx,
    },
  });
  const blocked = (idx: string, object: string, key: Row, children: readonly Json[]) =>
    refused(idx, "foreign_key_child_found", { object_fq_name: object, key, child_list: children });
  const child = (object: string, attribute: string, reference: string, titles: readonly string[] = []) => ({
    object_fq_name: object,
    attribute_list: [attribute],
    reference_name: reference,
    count: 2,
    title_list: titles,
  });
  const BY_PORT = child("nd.l_port", "p_port_gfk", "api_fkey_nd_l_port_p_port");
  const lPort = (name: string, port: string) => ({
    gpk: `lp-${name}`,
    device: "d.example.com.",
    name,
    p_port_gfk: port,
  });
  const pPort = (gpk: string) => ({ gpk, module_gfk: "mod-1", name: gpk });

  /** The search with these answers in order, and its requests: names of the steps, reading ones in full. */
  async function look(answers: readonly Outcome[], item = doomed(), earlier: readonly Planned[] = []) {
    const asked: (readonly Step[])[] = [];
    const left = [...answers];
    const removal = await lookAtRemoval(item, earlier, {
      catalogue,
      execute: (steps, options) => {
        asked.push(steps);
        expect(options).toEqual({ dryRun: true });
        const answer = left.shift();
        if (answer === undefined) throw new Error("one call too many");
        return Promise.resolve(answer);
      },
    });
    expect(left).toEqual([]);
    const before = removal?.before.map(
      ({ statement: { object_fq_name: name, object_function: fn, ...one } }) => [
        fn,
        name,
        ...Object.values(one.parameters.old),
        ...Object.keys(one.parameters.new),
      ],
    );
    return { removal, asked, before };
  }
  const FOUND = done({ u: [{ gpk: "mod-1", name: "switch", room_gfk: "room-1" }] });
  const names = (steps: readonly Step[] | undefined) =>
    steps?.map(({ name }) => name).filter((name) => !name.startsWith("wapi."));

  const rows = Array.from({ length: MOST_TAKEN + 1 }, (_, at) => lPort(String(at), "pp-1"));
  const refusal = blocked("u", "nd.p_port", pPort("pp-1"), [BY_PORT]);
  const read = (of: readonly Row[]) =>
    done({ "netportal:parents": [pPort("pp-1")], "netportal:child:0": of });

  it("finds in one call what blocks all objects that are deleted together, and reads only related objects", async () => {
    const { removal, asked, before } = await look([
      FOUND,
      blocked("u", "nd.p_port", { module_gfk: "mod-1", name: "pp-1" }, [BY_PORT]),
      done({
        "netportal:parents": [pPort("pp-1"), pPort("pp-2")],
        "netportal:child:0": [lPort("e1", "pp-1"), lPort("e2", "pp-2")],
      }),
      done(),
    ]);
    expect(asked[2]).toEqual([
      { idx: "netportal:deleted", name: "nd.module.list", old: { gpk_list: ["mod-1"] } },
      {
        idx: "netportal:parents",
        name: "nd.p_port.list",
        inner_join_ref: { "netportal:deleted": "api_fkey_nd_p_port_module" },
      },
      {
        idx: "netportal:child:0",
        name: "nd.l_port.list",
        old: { fetch_limit: 1001 },
        inner_join_ref: { "netportal:parents": "api_fkey_nd_l_port_p_port" },
      },
    ]);
    expect(before).toEqual([
      ["update", "nd.l_port", "d.example.com.", "e1", "p_port_gfk"],
      ["update", "nd.l_port", "d.example.com.", "e2", "p_port_gfk"],
    ]);
    expect(removal).toMatchObject({ stuck: [], refused: null, along: null, isTooMuch: false });
    expect(names(asked[3])).toEqual(["nd.l_port.update", "nd.l_port.update", "nd.module.delete"]);
  });

  it.each([
    ["its gpk", { gpk: "pp-9" }, { gpk_list: ["pp-9"] }],
    ["its key", { module_gfk: "mod-7", name: "p" }, { module_gfk: "mod-7", name: "p" }],
  ])("a blocked object that is not among the deleted ones is read by %s", async (_, key, old) => {
    const { asked, before } = await look([
      FOUND,
      blocked("u", "nd.p_port", key, [BY_PORT]),
      done({ "netportal:parents": [pPort("pp-1")], "netportal:child:0": [] }),
      done({
        "netportal:parents": [{ ...pPort("pp-9"), ...key }],
        "netportal:child:0": [lPort("e1", "pp-9")],
      }),
      done(),
    ]);
    expect(asked[3]?.[0]).toEqual({ idx: "netportal:parents", name: "nd.p_port.list", old });
    expect(before).toEqual([["update", "nd.l_port", "d.example.com.", "e1", "p_port_gfk"]]);
  });

  it("deletes objects that cannot be detached, leaves out deleted ones, and ends at a missing right", async () => {
    const { removal, asked, before } = await look([
      FOUND,
      blocked("u", "nd.p_port", pPort("pp-1"), [BY_PORT]),
      done({
        "netportal:parents": [pPort("pp-1")],
        "netportal:child:0": [lPort("e1", "pp-1"), lPort("e2", "pp-1")],
      }),
      refused("u_1", "rule_broken", {}, "rule_violation"),
      refused("u_0", "object_not_found", {}, "not_found"),
      refused("u_0", "permission_denied", {}, "permission_error"),
    ]);
    expect(names(asked[4])).toEqual(["nd.l_port.delete", "nd.l_port.delete", "nd.module.delete"]);
    expect(names(asked[5])).toEqual(["nd.l_port.delete", "nd.module.delete"]);
    expect(before).toEqual([["delete", "nd.l_port", "d.example.com.", "e2"]]);
    expect(removal).toMatchObject({ refused: { name: "permission_denied" }, stuck: [], along: null });
  });

  it("names objects that it can neither delete nor detach, and objects that stay after all planned steps", async () => {
    const unknown = child("nd.future", "p_port_gfk", "api_fkey_future");
    const told = await look([
      FOUND,
      blocked("u", "nd.p_port", pPort("pp-1"), [unknown, BY_PORT]),
      done({ "netportal:parents": [pPort("pp-1")], "netportal:child:1": [lPort("e1", "pp-1")] }),
    ]);
    expect(told.asked[2]?.map(({ idx }) => idx)).toEqual([
      "netportal:deleted",
      "netportal:parents",
      "netportal:child:1",
    ]);
    expect(told.removal?.stuck).toEqual([{ object: "nd.future", attributes: ["p_port_gfk"], count: 2 }]);
    expect(told.before).toHaveLength(1);
    const again = read([lPort("e1", "pp-1")]);
    const hidden = await look([FOUND, refusal, again, refusal, again]);
    expect(hidden.removal).toMatchObject({
      stuck: [{ object: "nd.l_port", attributes: ["p_port_gfk"], count: 2 }],
      refused: null,
    });
    expect(hidden.before).toHaveLength(1);
  });

  it("removes deleted objects from a list of references, and further ones as soon as they are known", async () => {
    const bcd = (name: string) => ({ gpk: `bcd-${name}`, name });
    const row = { ...lPort("e1", "pp-1"), tagged_bcd_list: ["a", "b", "c"] };
    const known = (...names: readonly string[]) =>
      done({ "netportal:parents": names.map(bcd), "netportal:child:0": [row] });
    const refusal = blocked("u", "nd.bcd", { name: "a" }, [
      child("nd.l_port", "tagged_bcd_list", "api_func_nd_l_port_tagged_bcd_list"),
    ]);
    const item = doomed("nd.bcd", { name: "a" });
    const found = done({ u: [bcd("a")] });
    const { removal } = await look([found, refusal, known("a"), refusal, known("a", "b"), done()], item);
    expect(removal?.statements).toEqual([
      {
        object_fq_name: "nd.l_port",
        object_function: "update",
        parameters: { old: { device: "d.example.com.", name: "e1" }, new: { tagged_bcd_list: ["c"] } },
      },
    ]);
    expect(removal?.stuck).toEqual([]);
  });

  it("if a detachment breaks a rule, the objects of this reference are deleted, and if a right is missing they stay", async () => {
    const both = [BY_PORT, child("nd.device", "bcd", "api_fkey_nd_device_bcd")];
    const device = { gpk: "dev-1", fqdn: "d.example.com.", bcd: "rev-1" };
    const { before } = await look([
      FOUND,
      blocked("u", "nd.p_port", pPort("pp-1"), both),
      done({
        "netportal:parents": [pPort("pp-1")],
        "netportal:child:0": [lPort("e1", "pp-1"), lPort("e2", "pp-1")],
        "netportal:child:1": [device],
      }),
      refused("u_0", "rule_broken", {}, "rule_violation"),
      done(),
    ]);
    expect(before?.map(([fn, name]) => [fn, name])).toEqual([
      ["update", "nd.device"],
      ["delete", "nd.l_port"],
      ["delete", "nd.l_port"],
    ]);
    const denied = refused("u_0", "permission_denied", {}, "permission_error");
    const kept = await look([
      FOUND,
      blocked("u", "nd.p_port", pPort("pp-1"), [BY_PORT]),
      read([lPort("e1", "pp-1")]),
      denied,
    ]);
    expect(kept.before).toEqual([["update", "nd.l_port", "d.example.com.", "e1", "p_port_gfk"]]);
    expect(kept.removal?.refused?.name).toBe("permission_denied");
  });

  it.each([
    ["of no step", refused(null, "internal"), "internal"],
    ["of a step that it did not send", refused("u_7", "internal"), "internal"],
    ["of the deletion itself", refused("u", "object_not_found", {}, "not_found"), "object_not_found"],
  ])("ends with a refusal %s", async (_, refusal, name) => {
    expect((await look([FOUND, refusal])).removal).toMatchObject({
      refused: { name },
      stuck: [],
      before: [],
    });
  });

  it("ends if the blocking rows cannot be read", async () => {
    const failing = refused("netportal:child:0", "too_many", {}, "limit_exceeded");
    const { removal } = await look([FOUND, blocked("u", "nd.p_port", pPort("pp-1"), [BY_PORT]), failing]);
    expect(removal).toMatchObject({ refused: { name: "too_many" }, stuck: [] });
  });

  it("plans no more steps than an element may have", async () => {
    expect((await look([FOUND, refusal, read(rows)])).removal?.isTooMuch).toBe(true);
    expect((await look([FOUND, refusal, read(rows.slice(1)), done()])).removal?.isTooMuch).toBe(false);
  });

  it("ends after many rounds", async () => {
    const rounds = rows.slice(0, 60).flatMap((row) => [refusal, read([row])]);
    const { removal } = await look([FOUND, ...rounds]);
    expect(removal).toMatchObject({ isTooMuch: true, refused: null, stuck: [] });
  });

  it("runs after the elements before it, or without these elements if they fail or are unknown", async () => {
    const first = { ...doomed("nd.l_port", { gpk: "lp-1" }), uuid: "first" };
    expect((await look([FOUND, done()], doomed(), [first])).asked.map(names)).toEqual([
      ["nd.l_port.delete", "nd.module.list"],
      ["nd.l_port.delete", "nd.module.delete"],
    ]);
    const failing = await look([refused("first", "object_not_found"), FOUND, done()], doomed(), [first]);
    expect(failing.asked.map(names)).toEqual([
      ["nd.l_port.delete", "nd.module.list"],
      ["nd.module.list"],
      ["nd.module.delete"],
    ]);
    const robot = { uuid: "r", ta_type: "unknown", variant: null, named: "robot", raw: {} } as const;
    expect((await look([FOUND, done()], doomed(), [first, robot])).asked.map(names)).toEqual([
      ["nd.module.list"],
      ["nd.module.delete"],
    ]);
  });

  it("keeps the statements that the element had, and corrects none of them", async () => {
    const given = [
      { ...deletionOf("nd.l_port", { gpk: "lp-1" }) },
      {
        object_fq_name: "nd.l_port",
        object_function: "update",
        parameters: { old: { gpk: "lp-2" }, new: { bcd: null } },
      },
    ] as const;
    const item = doomed("nd.module", KEY, given);
    const good = await look([FOUND, done()], item);
    expect(good.removal).toMatchObject({ before: [], statements: given });
    for (const [idx, name] of [
      ["u_0", "object_not_found"],
      ["u_1", "rule_broken"],
    ] as const) {
      const { removal } = await look([FOUND, refused(idx, name, {}, "not_found")], item);
      expect(removal).toMatchObject({ refused: { name }, statements: given });
    }
  });

  it("runs only for the deletion of an object that still exists", async () => {
    const update: Planned = {
      uuid: "u",
      variant: null,
      ta_type: "db_editor_simple",
      content: { ...deletionOf("nd.module", KEY), ...rest, object_function: "update" },
    };
    for (const item of [
      update,
      {
        ...doomed("nd.module", KEY, [deletionOf("nd.l_port", { gpk: "lp-1" })]),
        ta_type: "db_editor_bundle_append",
      } as Planned,
      doomed("nd.future"),
      doomed("nd.module", {}),
    ])
      expect((await look([], item)).removal).toBeNull();
    for (const answer of [done({ u: [] }), done(), refused("u", "internal")])
      expect((await look([answer])).removal).toBeNull();
  });

  it("lists the deleted objects of the log, without the planned ones", async () => {
    const entry = (position: number, object: string, gpk: string, old: Json, now: Json = null) => ({
      position,
      object_fq_name: object,
      object_gfk: gpk,
      old,
      new: now,
    });
    const { removal } = await look([
      FOUND,
      done({
        "netportal:record": [{ gpk: "tx-2" }],
        "netportal:before": [{ gpk: "tx-1" }],
        "netportal:after:u": [{ transaction_gfk: "tx-2", position: 9 }],
        "netportal:entries": [
          entry(0, "nd.p_port", "pp-1", pPort("pp-1")),
          entry(1, "nd.p_port", "pp-2", pPort("pp-2"), { ...pPort("pp-2"), name: "x" }),
          entry(2, "nd.future", "f-1", {}),
          entry(3, "nd.l_port", "lp-1", null),
          entry(4, "nd.module", "mod-1", { gpk: "mod-1", room_gfk: "room-1", name: "switch" }),
        ],
      }),
    ]);
    expect(removal?.along).toEqual([{ object: "nd.p_port", row: pPort("pp-1") }]);
  });
});
