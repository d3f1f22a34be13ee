import { expect, it } from "vitest";
import { textIn, type Params, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { knownBy } from "#core/txlist/overlay/asking";
import type { Known } from "#core/txlist/overlay/list-of";
import { overlaid, type Overlaid } from "#core/txlist/overlay/overlay";
import { planOfElements, planOfTest } from "#core/txlist/overlay/plan";
import { plannedElement } from "../../support/planned-lists.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();

const plan = (object: string, operation: string, old: Params, now: Params) =>
  planOfElements([plannedElement("u", object, operation, old, now)], catalogue);

/** The shown rows of the list, with the kind of their mark. */
function shown({ lists, marks }: Overlaid, idx: string): readonly string[] {
  return (lists[idx] ?? []).map((row) => `${textIn(row["name"])} ${marks.get(row)?.kind ?? "as it is"}`);
}

const LINKED: readonly Step[] = [
  { idx: "link", name: "nd.bcd2group.list", old: { bcd: "b" } },
  { idx: "team", name: "cntl.group.list", inner_join_ref: { link: "default" } },
];
const [PORT, PIER]: readonly Row[] = ["port", "pier"].map((name) => ({ gpk: `group-${name}`, name }));
const NOW: Lists = {
  link: [{ gpk: "link-1", bcd: "b", group_name: "port" }],
  team: [PORT ?? {}],
};

it("[TA-122] an object that a new object names is requested, and appears in the list", async () => {
  const linked = plan("nd.bcd2group", "create", {}, { bcd: "b", group_name: "pier" });
  const planned = (known?: Known): Overlaid => overlaid(LINKED, NOW, linked, catalogue, known);
  const first = planned();
  expect(first.wanted).toEqual([{ object: "cntl.group", params: { name: "pier" } }]);
  expect([...first.untold]).toEqual([["team", new Set(["u"])]]);
  const asked: Step[] = [];
  const known = await knownBy(
    (told) => planned(told).wanted,
    async (steps) => {
      asked.push(...steps);
      return await Promise.resolve({ "0": [PIER ?? {}] });
    },
  );
  expect(asked).toEqual([{ idx: "0", name: "cntl.group.list", old: { name: "pier" } }]);
  const told = planned(known);
  expect(shown(told, "team")).toEqual(["pier come", "port as it is"]);
  expect([...told.untold]).toEqual([]);
});

it("[TA-122] an object that is missing or unreadable is requested once", async () => {
  const linked = plan("nd.bcd2group", "create", {}, { bcd: "b", group_name: "pier" });
  const planned = (known?: Known): Overlaid => overlaid(LINKED, NOW, linked, catalogue, known);
  let calls = 0;
  const known = await knownBy(
    (told) => planned(told).wanted,
    async () => {
      calls += 1;
      return await Promise.resolve({});
    },
  );
  expect(calls).toBe(1);
  expect(shown(planned(known), "team")).toEqual(["port as it is"]);
});

it("[TA-122] an object leaves the list with the last planned object that names it", () => {
  const unlinked = plan("nd.bcd2group", "delete", { bcd: "b", group_name: "port" }, {});
  const told = overlaid(LINKED, NOW, unlinked, catalogue);
  expect(shown(told, "team")).toEqual(["port left"]);
  expect(told.staying["team"]).toEqual([]);
});

it("[TA-122] ports join a path by a new cable, and the ports behind them get the same path", () => {
  const port = (gpk: string, path: readonly string[]): Row => ({ gpk, name: gpk, conn_id_gfk_list: path });
  const steps: readonly Step[] = [
    { idx: "port", name: "nd.p_port.list", old: { gpk: "pp-1" } },
    {
      idx: "path",
      name: "nd.p_port.list",
      inner_join_ref: { port: "api_func_nd_p_port_is_contained_by_conn_id_gfk_list" },
    },
  ];
  const path = ["pp-1", "pp-2", "pp-3", "pp-4"];
  const before = [port("pp-1", ["pp-1", "pp-2"]), port("pp-2", ["pp-1", "pp-2"])];
  const test = planOfTest(
    {
      entries: new Map([["u", []]]),
      answers: new Map([
        ["u", ["pp-2", "pp-3"].map((gpk) => ({ object: "nd.p_port", row: port(gpk, path) }))],
      ]),
    },
    catalogue,
  );
  const lists = { port: before.slice(0, 1), path: before };
  const told = overlaid(steps, lists, test, catalogue);
  expect(shown(told, "path")).toEqual(["pp-3 come", "pp-1 as it is", "pp-2 changed"]);
  // The far end is named by the path alone.
  expect(told.wanted).toEqual([{ object: "nd.p_port", params: { gpk: "pp-4" } }]);
});

it("[TA-75] a new name of a building does not change a building with the same number on another site", () => {
  const renamed = plan("nd.bldg", "update", { site: "a", number: "1" }, { number: "2" });
  const rooms = ["a", "b"].map((site) => ({ gpk: `room-${site}`, site, bldg: "1", name: "r" }));
  const { lists } = overlaid([{ idx: "room", name: "nd.room.list" }], { room: rooms }, renamed, catalogue);
  expect(lists["room"]?.map(({ site, bldg }) => [site, bldg])).toEqual([
    ["a", "2"],
    ["b", "1"],
  ]);
});

it("[TA-75] rooms show the new name of the site of their building", () => {
  const renamed = plan("nd.site", "update", { name: "a" }, { name: "z" });
  const room = [{ gpk: "room-1", site: "a", bldg: "1", name: "r" }];
  const { lists } = overlaid([{ idx: "room", name: "nd.room.list" }], { room }, renamed, catalogue);
  expect(lists["room"]?.[0]?.["site"]).toBe("z");
});

it("[TA-122] rows that the server makes from others are not shown", () => {
  const steps: readonly Step[] = [{ idx: "addr", name: "dns.ip_addr.list", old: { cidr: "192.0.2.0/24" } }];
  const record = plan("dns.record", "create", {}, { fqdn: "a.example.", type: "A", data: "192.0.2.1" });
  expect([...overlaid(steps, { addr: [] }, record, catalogue).untold]).toEqual([["addr", new Set(["u"])]]);
  const site = plan("nd.site", "create", {}, { name: "s" });
  expect([...overlaid(steps, { addr: [] }, site, catalogue).untold]).toEqual([]);
});
