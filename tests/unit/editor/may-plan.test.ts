import { beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import { planChange } from "#core/form/plan-change";
import { planForm } from "#core/form/plan-form";
import { missingFor } from "#core/template/plan";
import { linkMove } from "#core/screen/link-move";
import type { Planning } from "#core/screen/planning";
import { toSteps } from "#core/txlist/to-steps";
import {
  controlsFor,
  planningsOf,
  type Control,
  type ControlPlace,
} from "../../../src/editor/planning/controls.ts";
import type { Planner } from "../../../src/editor/planning/planner.ts";
import { ticketPlannings } from "../../../src/subjects/req/tickets.ts";
import { selectionItems } from "../../../src/editor/planning/selection-menu.ts";
import type { Say } from "../../../src/ui/text.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

/** A section of this type on a screen with these lists, seen by `ab1234` with these permissions. */
function place(
  type: ObjectName,
  lists: Readonly<Record<string, readonly [ObjectName, readonly Row[]]>> = {},
  permissions: readonly string[] = [],
): ControlPlace {
  const found = catalogue.objectType(type);
  if (found === null) throw new Error(`no ${type}`);
  const rows = Object.fromEntries(Object.entries(lists).map(([idx, [, list]]) => [idx, list]));
  return {
    catalogue,
    type: found,
    step: { idx: "row", name: `${type}.list`, old: {} },
    locale: "en",
    variant: null,
    marks: new Map(),
    isGoing: false,
    typeOf: (idx) => catalogue.objectType(lists[idx]?.[0] ?? ""),
    source: {
      params: {},
      lists: rows,
      current: null,
      loginName: "ab1234",
      visitor: {
        signedIn: true,
        inDatabase: true,
        isOuAdmin: false,
        permissions: new Set(permissions),
        modules: new Set(),
      },
    },
  };
}

const missing = (at: ControlPlace, planning: Planning, row: Row | null): readonly string[] | undefined =>
  controlsFor(at, [planning], row)[0]?.missing;

const bcd = (is_own: boolean): Row => ({ gpk: "bcd-1", name: "b", description: null, is_own });
const member: Row = { gpk: "mgrgrp-1", login_name: "x", group_name: "g", is_own: false };
const group = (is_own: boolean) => ({ group: ["cntl.group", [{ name: "g", is_own }]] }) as const;

describe("controls that are offered", () => {
  it.each<[string, ObjectName, Planning, Row | null, readonly string[]]>([
    ["an own row is changed", "nd.bcd", { do: "update" }, bcd(true), []],
    ["another one's is not", "nd.bcd", { do: "update" }, bcd(false), ["nd.rw:bcd"]],
    ["nor by what only rw may set", "nd.bcd", { do: "update", ask: ["seclvl"] }, bcd(true), ["nd.rw:bcd"]],
    ["owners delete no BCD", "nd.bcd", { do: "delete" }, bcd(true), ["nd.rw:bcd"]],
    ["nor create one", "nd.bcd", { do: "create" }, null, ["nd.rw:bcd"]],
    [
      "a condition of the screen gives no right",
      "nd.bcd",
      { do: "delete", when: { not: { given: { rows: "x" } } } },
      bcd(true),
      ["nd.rw:bcd"],
    ],
    ["what depends on other rows stays open", "dns.fqdn", { do: "create" }, null, []],
  ])("%s", (_, type, planning, row, needs) => {
    expect(missing(place(type), planning, row)).toEqual(needs);
  });

  it("are all controls if the account has the permission", () => {
    expect(missing(place("nd.bcd", {}, ["nd.rw:bcd"]), { do: "delete" }, bcd(false))).toEqual([]);
  });

  it("include the deletion of a link for administrators of its end on the screen, even if the row belongs to others", () => {
    const at = (isOwn: boolean) => place("cntl.mgr2group", group(isOwn));
    expect(missing(at(true), { do: "delete" }, member)).toEqual([]);
    expect(missing(at(false), { do: "delete" }, member)).toEqual(["cntl.rw:mgr2group"]);
    const add: Planning = { do: "create", set: { group_name: { is: "g" } } };
    expect(missing(at(true), add, null)).toEqual([]);
    expect(missing(at(false), add, null)).toEqual(["cntl.rw:mgr2group"]);
  });

  it("include subaccounts for their main account, but not the main account itself", () => {
    const own: Row = { login_name: "ab1234", parent_login_name: null, is_svc: false, is_own: true };
    const sub: Row = { login_name: "ab1234-x", parent_login_name: "ab1234", is_svc: false, is_own: true };
    const svc: Row = { login_name: "svc-x", parent_login_name: null, is_svc: true, is_own: true };
    const needs = [own, sub, svc].map((row) => missing(place("cntl.mgr"), { do: "update" }, row));
    expect(needs).toEqual([["cntl.rw:mgr"], [], []]);
  });
});

describe("a new object in a list below a foreign object", () => {
  const record = (is_own: boolean): Row => ({ gpk: "record-1", is_own });
  const inBcd = (own: { bcd: boolean; rows: readonly boolean[] }, permissions: readonly string[] = []) => {
    const lists = {
      bcd: ["nd.bcd", [bcd(own.bcd)]],
      row: ["dns.record", own.rows.map(record)],
    } as const;
    const step = { idx: "row", name: "dns.record.list", old: { bcd: "b" } } as const;
    return { ...place("dns.record", lists, permissions), step };
  };
  const create: Planning = { do: "create" };

  it.each<[string, () => ControlPlace, readonly string[]]>([
    [
      "needs a permission if no row is own",
      () => inBcd({ bcd: false, rows: [false, false] }),
      ["dns.rw:record"],
    ],
    ["needs one if there is no row", () => inBcd({ bcd: false, rows: [] }), ["dns.rw:record"]],
    ["stays open if a row is own", () => inBcd({ bcd: false, rows: [false, true] }), []],
    ["stays open below an own object", () => inBcd({ bcd: true, rows: [false] }), []],
    ["stays open with the permission", () => inBcd({ bcd: false, rows: [] }, ["dns.rw:record"]), []],
  ])("[PERM-55] %s", (_, at, needs) => {
    expect(missing(at(), create, null)).toEqual(needs);
  });

  it("[PERM-55] is offered if the form itself names an object of the account", () => {
    const lists = { mgr: ["cntl.mgr", [{ login_name: "x", is_own: false }]] } as const;
    const step = { idx: "row", name: "cntl.mgr2group.list", old: { login_name: "x" } } as const;
    expect(missing({ ...place("cntl.mgr2group", lists), step }, create, null)).toEqual([]);
  });
});

describe("a link", () => {
  const move: Planning = { do: "create", text: "editor.control.move", move: linkMove };

  it("[OBJ-65] moves by one element, which creates the new link before it deletes the present one", () => {
    const at = place("cntl.mgr2group", group(true), ["cntl.rw:mgr2group"]);
    const [control] = controlsFor(at, planningsOf(at, [move]), member);
    expect(control?.label).toEqual({ key: "editor.control.move", values: { type: "group", name: "" } });
    expect(control?.target).toMatchObject({
      operation: "create",
      row: null,
      set: { login_name: "x" },
      lock: ["login_name"],
    });
    const plan =
      control === undefined ? null : planForm(catalogue, control.target, { locale: "en", isExpert: false });
    const change =
      plan && planChange(plan, { ...plan.initial, group_name: "h" }, { uuid: "u", toAscii: (text) => text });
    if (change?.kind !== "planned") throw new Error("not planned");
    expect(toSteps([change.item]).map(({ name, old, new: now }) => ({ name, old, new: now }))).toEqual([
      { name: "cntl.mgr2group.create", old: undefined, new: { login_name: "x", group_name: "h" } },
      { name: "cntl.mgr2group.delete", old: { login_name: "x", group_name: "g" }, new: undefined },
    ]);
  });

  it("[OBJ-65] moves only if it exists and its metadata call it a link", () => {
    const offered = (type: ObjectName) => planningsOf(place(type), [move]).length;
    expect(
      ["nd.bcd2group", "cntl.mgr2ou", "cntl.mgr2role"].map((type) => offered(type as ObjectName)),
    ).toEqual([1, 1, 1]);
    expect(
      ["nd.bcd", "dns.record", "cntl.group_addr_space", "nd.ip_subnet_use"].map((type) =>
        offered(type as ObjectName),
      ),
    ).toEqual([0, 0, 0, 0]);
    const at = place("cntl.mgr2group", group(true));
    const planned = {
      ...at,
      marks: new Map([[member, { kind: "new", before: null, from: [] }]]),
    } as unknown as ControlPlace;
    expect(controlsFor(planned, [move], member)).toEqual([]);
  });
});

describe("a ticket that the account plans to take", () => {
  it("[REQ-134] is not offered again", () => {
    const ticket = (assignee: string): Row => ({
      gpk: "tic-1",
      number: 1,
      state: "in_work",
      is_team: true,
      is_mine: false,
      assignee,
      assignee_name: "Otto Blau",
    });
    const texts = (row: Row) =>
      controlsFor(place("req.ticket"), ticketPlannings, row).map(({ label }) => label.key);
    expect(texts(ticket("otto"))).toContain("screens.tickets.takeOver");
    expect(texts(ticket("ab1234"))).not.toContain("screens.tickets.takeOver");
    expect(texts(ticket("ab1234"))).toContain("screens.tickets.handBack");
  });
});

describe("[REQ-132] the actions of a ticket", () => {
  const otto = { assignee: "otto", assignee_name: "Otto Blau" };
  const mine = { assignee: "ab1234", assignee_name: "Ada Braun" };
  it.each<[string, Row, readonly string[]]>([
    ["open", { state: "open" }, ["take", "change", "assign"]],
    ["in work by nobody", { state: "in_work" }, ["take", "change", "assign"]],
    ["of a colleague", { state: "in_work", ...otto }, ["takeOver", "change", "assign", "handBack"]],
    ["of the account", { state: "in_work", ...mine }, ["change", "assign", "handBack"]],
    ["done by nobody", { state: "done" }, ["change"]],
    ["done by a colleague", { state: "done", ...otto }, ["change"]],
    ["done by the account", { state: "done", ...mine }, ["change"]],
    ["refused by nobody", { state: "refused" }, ["change"]],
    ["refused by a colleague", { state: "refused", ...otto }, ["change"]],
    ["open of another team", { state: "open", is_team: false }, []],
    ["in work of another team", { state: "in_work", is_team: false, ...otto }, []],
    ["done of another team", { state: "done", is_team: false, ...otto }, []],
  ])("%s", (_, values, expected) => {
    const row: Row = {
      gpk: "tic-1",
      number: 1,
      is_team: true,
      assignee: null,
      assignee_name: null,
      ...values,
    };
    const offered = controlsFor(place("req.ticket"), ticketPlannings, row).map(({ label }) => label.key);
    expect(offered).toEqual(expected.map((name) => `screens.tickets.${name}`));
  });
});

describe("a row that belongs to the server", () => {
  it.each<[string, boolean | undefined, string[]]>([
    ["is not offered for deletion, also with the permission", false, ["update"]],
    ["may be deleted otherwise", true, ["update", "delete"]],
    ["is offered where the list does not tell", undefined, ["update", "delete"]],
  ])("%s", (_, is_deletable, offered) => {
    const row: Row = { login_name: "xy1", ...(is_deletable === undefined ? {} : { is_deletable }) };
    const at = place("cntl.mgr", {}, ["cntl.rw:mgr"]);
    const controls = controlsFor(at, [{ do: "update" }, { do: "delete" }], row);
    expect(controls.map(({ operation }) => operation)).toEqual(offered);
  });

  it("does not count among the selected rows, and a selection of such rows has no menu entry", () => {
    const at = place("cntl.mgr", {}, ["cntl.rw:mgr"]);
    const kept: Row = { login_name: "xy1", is_deletable: false };
    const other: Row = { login_name: "xy1-a", is_deletable: true };
    const planned: (readonly Control[])[] = [];
    const refuse = (): never => {
      throw new Error("nothing else is opened");
    };
    const planner: Planner = {
      plan: refuse,
      openForm: refuse,
      planMany: (controls) => planned.push(controls),
      openPairs: refuse,
      openImport: refuse,
      openTemplate: refuse,
      edit: refuse,
    };
    const say: Say = (key, { count = "" } = {}) => `${key} ${String(count)}`;
    const itemsOf = (rows: readonly Row[]) => selectionItems(at, [{ do: "delete" }], rows, say, planner);
    const items = itemsOf([kept, other, other]);
    expect(items.map(({ label }) => label)).toEqual(["editor.table.deleteSelected 2"]);
    for (const { onChoose } of items) onChoose?.();
    expect(planned.map((controls) => controls.length)).toEqual([2]);
    expect(itemsOf([kept])).toEqual([]);
    expect(itemsOf([])).toHaveLength(1);
  });

  it("can lose its links to other objects", () => {
    const at = place("cntl.mgr", {}, ["cntl.rw:mgr2group"]);
    const unlink: Planning = { do: "delete", object: "cntl.mgr2group" };
    expect(controlsFor(at, [unlink], { login_name: "xy1", is_deletable: false })).toHaveLength(1);
  });
});

describe("the form of an owner", () => {
  const locked = (permissions: readonly string[], isExpert = false) => {
    const [control] = controlsFor(place("nd.bcd", {}, permissions), [{ do: "update" }], bcd(true));
    const plan =
      control === undefined ? null : planForm(catalogue, control.target, { locale: "en", isExpert });
    return Object.fromEntries(
      plan?.fields.map(({ name, isLocked, missing }) => [name, [isLocked, missing]]) ?? [],
    );
  };

  it("offers the fields that owners may change, and locks the others with the missing permission", () => {
    expect(locked([])).toMatchObject({
      description: [false, []],
      name: [true, ["nd.rw:bcd"]],
      seclvl: [true, ["nd.rw:bcd"]],
    });
  });

  it("offers all fields to holders of the permission, and to experts who plan for them", () => {
    expect(locked(["nd.rw:bcd"])).toMatchObject({ name: [false, []], seclvl: [false, []] });
    expect(locked([], true)).toMatchObject({ name: [false, ["nd.rw:bcd"]] });
  });
});

describe("functions of a workflow", () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ["only a permission allows", "nd.bcd.create", [], ["nd.rw:bcd"]],
    ["the account has the permission for", "nd.bcd.create", ["nd.rw:bcd"], []],
    ["owners may use on their rows", "nd.bcd.update", [], []],
    ["only a permission allows on any row", "nd.bcd.delete", [], ["nd.rw:bcd"]],
    ["need the rights of the steps that they run", "dns.record.imp", [], []],
    ["nobody knows", "nd.bcd.paint", [], []],
  ])("that %s", (_, name, permissions, missing) => {
    const { visitor } = place("nd.bcd", {}, permissions).source;
    expect(missingFor(catalogue, visitor, name)).toEqual(missing);
  });
});
