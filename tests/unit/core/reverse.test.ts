import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { groupedLosses, lossReasonIn, lossWords, type LossReason } from "#core/txlist/losses";
import { linkTypeOf } from "#core/txlist/links";
import { reverseOf, type ChangeEntry } from "#core/txlist/reverse";
import { foldLinks } from "#core/txlist/reverse-links";
import { laterChanges, missingObjects, namedObjects, nowSteps } from "#core/txlist/reverse-now";
import { toSteps } from "#core/txlist/to-steps";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { valuesFor, valuesOfUpdate } from "#core/txlist/reverse-values";
import { sketchCatalogue } from "./metadata.ts";
import { simple } from "./planned.ts";
import type { Reversal } from "../../support/reverse/recorded.ts";

const catalogue = await portalCatalogue();

/** Changes that tests/wapi/reverse*.test.ts made and reversed on the server, with the steps that reversed them. */
function recordedIn(file: string): readonly (readonly [string, Reversal])[] {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    // Parse boundary: the recorder wrote the line.
    const reversal = JSON.parse(line) as Reversal;
    return [[...new Set(reversal.entries.map(({ object }) => object))].join(", "), reversal];
  });
}

describe("the reverse of a recorded transaction", () => {
  it.each([...recordedIn("./reversed-changes.txt"), ...recordedIn("./reversed-deletions.txt")])(
    "%s",
    (_, { entries, made }) => {
      let uuids = 0;
      expect(reverseOf(catalogue, entries, () => `u${String(uuids++)}`)).toEqual(made);
    },
  );
});

const created = (object: string, gpk: string, row: Row): ChangeEntry => ({
  object,
  gpk,
  old: null,
  new: row,
});
const gone = (object: string, gpk: string, row: Row): ChangeEntry => ({ object, gpk, old: row, new: null });
const module = (gpk: string, more: Row = {}) =>
  gone("nd.module", gpk, {
    gpk,
    name: gpk,
    module_type: "p24",
    room_gfk: "room-1",
    parent_gfk: null,
    ...more,
  });
const port = (gpk: string, more: Row = {}) =>
  gone("nd.p_port", gpk, { gpk, name: gpk, module_gfk: "mod-1", internal_gfk: null, ...more });

/** Steps and losses, both in their shortest form. */
function reversed(entries: readonly ChangeEntry[], missing: readonly string[] = []) {
  const { items, losses } = reverseOf(catalogue, entries, uuids(), new Set(missing));
  return {
    steps: toSteps(items).map(({ idx, name, old, new: now, ...refs }) => [
      idx,
      name,
      old,
      now,
      ...Object.values(refs),
    ]),
    losses: losses.map(({ object, attribute, reason }) => [
      object,
      attribute,
      reason.replace("core.reverse.", ""),
    ]),
  };
}

function uuids(): () => string {
  let count = 0;
  return () => `u${String(count++)}`;
}

const taken = (idx: string, ...names: readonly string[]) => [
  { idx, params: Object.fromEntries(names.map((name) => [name, "gpk"])) },
];
const made = { module_type: "p24", name: "mod-1", room_gfk: "room-1" };

describe("objects that are restored with another key", () => {
  it("give this key to objects that are restored later", () => {
    expect(reversed([port("pp-1"), module("mod-1")])).toEqual({
      steps: [
        ["u0", "nd.module.create", undefined, made],
        ["u0_0", "nd.p_port.create", undefined, { name: "pp-1" }, taken("u0", "module_gfk")],
      ],
      losses: [],
    });
  });

  it("get a reference from an earlier object in a separate change, as soon as they exist", () => {
    const joined = [port("pp-2", { internal_gfk: "pp-1" }), port("pp-1", { internal_gfk: "pp-2" })];
    const { steps, losses } = reversed(joined);
    expect(losses).toEqual([]);
    expect(steps).toEqual([
      ["u0", "nd.p_port.create", undefined, { name: "pp-1", module_gfk: "mod-1" }],
      [
        "u0_0",
        "nd.p_port.create",
        undefined,
        { name: "pp-2", module_gfk: "mod-1" },
        taken("u0", "internal_gfk"),
      ],
      ["u0_1", "nd.p_port.update", undefined, undefined, taken("u0", "gpk"), taken("u0_0", "internal_gfk")],
    ]);
  });

  it.each<[string, readonly ChangeEntry[], readonly string[], readonly unknown[]]>([
    [
      "a value that names what does not come back",
      [port("pp-1", { internal_gfk: "pp-9" })],
      ["pp-9"],
      [["nd.p_port", "internal_gfk", "newKey"]],
    ],
    ["an object whose place does not come back", [port("pp-1")], ["mod-1"], [["nd.p_port", null, "newKey"]]],
    [
      "an object that needs one of two places",
      [module("mod-1")],
      ["room-1"],
      [["nd.module", null, "newKey"]],
    ],
    [
      "a type that is not known any more",
      [gone("old.type", "x-1", { gpk: "x-1" })],
      [],
      [["old.type", "old.type", "unknownType"]],
    ],
    [
      "an account that is no one's part",
      [created("cntl.mgr", "mgr-1", { gpk: "mgr-1", login_name: "neu", sub_id: null })],
      [],
      [["cntl.mgr", null, "noDelete"]],
    ],
    [
      "a session",
      [gone("cntl.wapi_auth", "tok-1", { gpk: "tok-1", login_name: "ada", is_session: true })],
      [],
      [["cntl.wapi_auth", null, "byServer"]],
    ],
    [
      "a change that says nothing",
      [{ object: "nd.site", gpk: "site-1", old: { name: "a" }, new: { name: "a" } }],
      [],
      [["nd.site", null, "unseen"]],
    ],
    ["nothing at all", [{ object: "nd.site", gpk: "site-1", old: null, new: null }], [], []],
  ])("is told as a loss: %s", (_, entries, missing, losses) => {
    expect(reversed(entries, missing).losses).toEqual(losses);
  });

  it("are restored without a value that is lost", () => {
    expect(reversed([port("pp-1", { internal_gfk: "pp-9" })], ["pp-9"]).steps).toEqual([
      ["u0", "nd.p_port.create", undefined, { name: "pp-1", module_gfk: "mod-1" }],
    ]);
  });

  it("have equal losses reported once, with their titles", () => {
    const loss = { object: "nd.site", attribute: "title", reason: "core.reverse.secret" } as const;
    const losses = [
      { ...loss, title: "a" },
      { ...loss, title: "b", attribute: null },
      { ...loss, title: "c" },
      { ...loss, title: "a" },
    ];
    expect(groupedLosses(losses)).toMatchObject([
      { attribute: "title", titles: ["a", "c"] },
      { attribute: null, titles: ["b"] },
    ]);
    expect(lossReasonIn("core.reverse.secret")).toBe("core.reverse.secret");
    expect(lossReasonIn("core.reverse.luck")).toBeNull();
  });

  it("are read from lists of earlier releases", () => {
    expect(lossReasonIn("core.reverse.session")).toBe("core.reverse.byServer");
    expect(lossReasonIn("core.reverse.newToken")).toBe("core.reverse.anew");
  });

  it("[OBJ-67] are described in the words of their type, which belong to one reason and one type", () => {
    const words = (object: string, reason: LossReason) => lossWords(catalogue, { object, reason }, "en");
    const session = "a session that has ended is begun only by signing in";
    expect(words("cntl.wapi_auth", "core.reverse.byServer")).toBe(session);
    expect(words("cntl.wapi_auth", "core.reverse.anew")).toMatch(/^gets a new text/);
    expect(words("cntl.wapi_auth", "core.reverse.secret")).toBeNull();
    expect(words("nd.site", "core.reverse.byServer")).toBeNull();
  });
});

describe("an account and its link", () => {
  const link = (gpk: string, login_name: string, ou: string | null) =>
    gone("cntl.mgr2ou", gpk, { gpk, login_name, ou });
  const account = (gpk: string, login_name: string, svc_id: string | null) =>
    gone("cntl.mgr", gpk, { gpk, login_name, svc_id });
  const back = ({ object, gpk, old, new: now }: ChangeEntry): ChangeEntry => ({
    object,
    gpk,
    old: now,
    new: old,
  });
  const role = gone("cntl.mgr2role", "r-1", { gpk: "r-1", login_name: "svc-a", role: "x" });
  const [first, second, other] = [
    link("l-1", "svc-a", "A"),
    link("l-2", "svc-a", "B"),
    link("l-3", "svc-b", null),
  ];
  const [a, b, person] = [
    account("m-1", "svc-a", "a"),
    account("m-2", "svc-b", "b"),
    account("m-3", "greta", null),
  ];

  it("are one change if both were deleted or created in the transaction", () => {
    const entries = [role, first, second, a, other, b];
    const linked = (entry: ChangeEntry, ou: string | null) => ({ ...entry, linkedTo: { ou } });
    expect(foldLinks(catalogue, entries)).toEqual([role, second, linked(a, "A"), linked(b, null)]);
    const made = entries.map(back);
    expect(foldLinks(catalogue, made)).toEqual([
      made[0],
      made[2],
      linked(back(a), "A"),
      linked(back(b), null),
    ]);
  });

  it("are two changes if one was deleted and the other created or changed, and for accounts of people", () => {
    for (const entries of [
      [back(first), a],
      [first, { ...a, new: a.old }],
      [{ ...first, new: first.old }, a],
      [a, link("l-4", "svc-c", "A")],
      [link("l-5", "greta", "A"), person],
    ])
      expect(foldLinks(catalogue, entries)).toEqual(entries);
  });
});

describe("values that a deleted object gets back", () => {
  const boxes = sketchCatalogue([
    {
      name: "t.box",
      attributes: {
        name: { type: "text_id", key: true, required: true },
        size: { type: "text_id", required: true },
        note: { type: "text_line", nullable: true, default: "none" },
        plain: { type: "text_line", nullable: true },
        kept: { type: "text_line", default: "x" },
        code: { type: "text_line", secret: true },
        made: { type: "text_line", computed: true },
      },
    },
  ]);
  const box = boxes.objectType("t.box");
  if (box === null) throw new Error("t.box");
  const row = { name: "a", size: "s", note: null, plain: null, kept: null, made: "m" };
  const again = (old: Row, linkedTo: Row = {}) =>
    valuesFor(boxes, { type: box, row: old, linkedTo }, "create");

  it("are the values of the row and of its link; null is sent only if a default would replace it", () => {
    expect(again(row)).toEqual({
      values: { name: "a", size: "s", note: "__NULL" },
      lost: [{ name: "code", reason: "core.reverse.secret" }],
      isWhole: true,
    });
    expect(again({ ...row, size: "s", note: "n" }, { size: "t" }).values).toEqual({
      name: "a",
      size: "t",
      note: "n",
    });
    expect(again({ name: "a" }).isWhole).toBe(false);
    expect(valuesOfUpdate(boxes, box, row)).toEqual({});
  });

  it("leave out values that the server computes", () => {
    const account = { gpk: "m-1", login_name: "svc-a", is_svc: true, svc_id: "a", sub_id: null };
    const login = { object: "cntl.mgr", gpk: "m-1", new: null };
    const values = (old: Row) => reversed([{ ...login, old }]).steps.map(([, name, , now]) => [name, now]);
    expect(values(account)[0]?.[1]).not.toHaveProperty("login_name");
    expect(values({ ...account, svc_id: null })[0]?.[1]).toMatchObject({ login_name: "svc-a" });
  });
});

it("connections are the only links that objects make and end themselves", () => {
  const links = catalogue.types.flatMap((type) => {
    const found = linkTypeOf(catalogue, type);
    return found === null ? [] : [[type.name, found.object.name, found.ends, found.parameter, found.other]];
  });
  expect(links).toEqual([
    ["nd.connection", "nd.p_port", ["p_port_a_gfk", "p_port_b_gfk"], "p_port_gfk", "remote_gfk"],
  ]);
});

describe("changes since a reversed transaction", () => {
  const at = (transaction: string, object: string, ts = "2026-01-02") => ({
    transaction_gfk: transaction,
    object_gfk: object,
    ts,
  });
  const rows = [
    at("tx-1", "site-1", "2026-01-02"),
    at("tx-1", "site-2", "2026-01-01"),
    at("tx-1", "site-2", "2026-01-03"),
  ];

  it("are requested from the log from the first change on, and for the named objects", () => {
    const old = {
      object_gfk_list: ["site-1", "site-2"],
      filter_params_dict: { ts: { ge: "2026-01-01" } },
      sorting_params_list: ["transaction_gfk", "position"],
    };
    const log = { idx: "later", name: "wapi.change_log.list", old };
    expect(nowSteps(rows, [])).toEqual([log]);
    expect(nowSteps([...rows, { object_gfk: null, ts: "2026-01-05" }], ["room-1"])).toEqual([
      log,
      { idx: "there", name: "wapi.object.list", old: { gpk_list: ["room-1"] } },
    ]);
  });

  it("are the newest entries of each object after the last own one, newest first, at most twenty", () => {
    const later = [
      at("tx-0", "site-1"),
      at("tx-1", "site-2"),
      at("tx-2", "site-1"),
      at("tx-3", "site-2"),
      at("tx-4", "site-1"),
    ];
    expect(laterChanges(rows, { later })).toEqual([later[3], later[4]]);
    expect(laterChanges(rows, {})).toEqual([]);
    const elsewhere = [at("tx-2", "site-1"), at("tx-3", "site-2")];
    expect(laterChanges(rows, { later: elsewhere })).toEqual(elsewhere.toReversed());
    const many = Array.from({ length: 25 }, (_, number) => at("tx-9", `site-${String(number)}`));
    const newest = laterChanges(rows, { later: many });
    expect([newest.length, newest[0]]).toEqual([20, many.at(-1)]);
  });

  it("name the objects that the steps name by key and that no longer exist", () => {
    const { items } = reverseOf(catalogue, [port("pp-1", { internal_gfk: "pp-2" })], uuids());
    expect(namedObjects(items, catalogue)).toEqual(["mod-1", "pp-2"]);
    expect([...missingObjects(["mod-1", "pp-2"], { there: [{ gpk: "pp-2" }] })]).toEqual(["mod-1"]);
    expect([...missingObjects(["mod-1"], {})]).toEqual(["mod-1"]);
    const named = (object_fq_name: string, old: Row, now: Row = {}) =>
      namedObjects(
        [simple("a", { object_fq_name, object_function: "update", parameters: { old, new: now } })],
        catalogue,
      );
    expect(named("nd.p_port", { gpk: "pp-1", name: "p" }, { internal_gfk: "__NULL" })).toEqual(["pp-1"]);
    expect(named("nd.p_port", { gpk: 5, module_gfk: "mod-1" }, { internal_gfk: "pp-1", speed: "1" })).toEqual(
      ["mod-1", "pp-1"],
    );
    expect(named("no.such", { gpk: "x-1", place_gfk: "y-1" })).toEqual(["x-1"]);
  });
});
