import { describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import { overlaid } from "#core/txlist/overlay/overlay";
import { planOfElements, planOfTest } from "#core/txlist/overlay/plan";
import { presentOf } from "#core/txlist/overlay/present";
import { plannedElement } from "../../support/planned-lists.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();

const changed = (type: string, gpk: string, old: Row, now: Row): Row => ({
  object_fq_name: type,
  object_gfk: gpk,
  old,
  new: { ...old, ...now },
});
const planOf = (...entries: readonly Row[]) => planOfTest({ entries: new Map([["u", entries]]) }, catalogue);

const SUBNET = { gpk: "net-1", cidr: "198.51.100.0/24", gateway_addr: "198.51.100.1" };
const BY_ADDRESS = { idx: "a", name: "nd.ip_subnet.list", old: { cidr: "198.51.100.77" } };

it("[TA-79] a subnet that is found by one of its addresses stays in the list after other changes", () => {
  const plan = planOf(changed("nd.ip_subnet", "net-1", SUBNET, { gateway_addr: "198.51.100.7" }));
  const { staying, untold } = overlaid([BY_ADDRESS], { a: [SUBNET] }, plan, catalogue);
  expect(staying["a"]).toEqual([{ ...SUBNET, gateway_addr: "198.51.100.7" }]);
  expect(untold.size).toBe(0);
});

it("[TA-79] after a planned change of networks, only the server knows which subnet has an address", () => {
  const plan = planOf({
    object_fq_name: "nd.ip_subnet",
    object_gfk: "net-2",
    old: null,
    new: { gpk: "net-2", cidr: "198.51.100.64/26", gateway_addr: null },
  });
  const { untold } = overlaid([BY_ADDRESS], { a: [SUBNET] }, plan, catalogue);
  expect([...untold]).toEqual([["a", new Set(["u"])]]);
});

const UNIT = { gpk: "ou-5", fq_name: "KIT::SCC", parent: "KIT", short_name: "SCC" };
const MOVED = changed("org.unit", "ou-5", UNIT, { parent: "KIT::REV", fq_name: "KIT::REV::SCC" });

it("[TA-79] units below a moved unit have their new names, in their lists and where others name them", () => {
  const steps = [
    { idx: "unit", name: "org.unit.list" },
    { idx: "group", name: "cntl.group2ou.list" },
  ];
  const lists = {
    unit: [
      { gpk: "ou-6", fq_name: "KIT::SCC::NET", parent: "KIT::SCC", short_name: "NET" },
      { gpk: "ou-7", fq_name: "KIT::SCCX", parent: "KIT", short_name: "SCCX" },
    ],
    group: ["KIT::SCC::NET::WEB", "KIT::SCC", "KIT::SCCX", "KIT"].map((ou) => ({ group_name: "g", ou })),
  };
  const { lists: shown, untold } = overlaid(steps, lists, planOf(MOVED), catalogue);
  expect(shown["unit"]).toMatchObject([
    { fq_name: "KIT::REV::SCC::NET", parent: "KIT::REV::SCC" },
    { fq_name: "KIT::SCCX", parent: "KIT" },
  ]);
  expect(shown["group"]?.map(({ ou }) => ou)).toEqual([
    "KIT::REV::SCC::NET::WEB",
    "KIT::REV::SCC",
    "KIT::SCCX",
    "KIT",
  ]);
  expect(untold.size).toBe(0);
});

it("[TA-79] a list of one unit below a moved unit is requested by the present name of the unit", () => {
  const step = { idx: "ou", name: "cntl.group2ou.list", old: { ou: "KIT::REV::SCC::NET" } };
  const lists = { ou: [{ gpk: "x-1", group_name: "g", ou: "KIT::SCC::NET" }] };
  const { staying } = overlaid([step], lists, planOf(MOVED), catalogue);
  expect(staying["ou"]).toEqual([{ gpk: "x-1", group_name: "g", ou: "KIT::REV::SCC::NET" }]);
});

describe("[TA-79] the number of dependents of a row", () => {
  const step = { idx: "g", name: "cntl.group.list" };
  const group = (name: string, member_count: number, gpk = `grp-${name}`): Row => ({
    gpk,
    name,
    member_count,
  });
  const member = (gpk: string, name: string): Row => ({ gpk, group_name: name, login_name: "otto" });
  const entry = (gpk: string, old: Row | null, now: Row | null): Row => ({
    object_fq_name: "cntl.mgr2group",
    object_gfk: gpk,
    old,
    new: now,
  });
  const counts = (rows: readonly Row[] = []): Row =>
    Object.fromEntries(rows.map((row) => [textIn(row["name"]), row["member_count"] ?? null]));

  it("is as planned for those that come, go and move, also in a new and in a renamed object", () => {
    const plan = planOf(
      entry("m-1", null, member("m-1", "a")),
      entry("m-2", member("m-2", "b"), null),
      entry("m-3", member("m-3", "c"), member("m-3", "a")),
      { object_fq_name: "cntl.group", object_gfk: "grp-n", old: null, new: group("n", 0) },
      entry("m-4", null, member("m-4", "n")),
      changed("cntl.group", "grp-d", group("d", 1), { name: "e" }),
      entry("m-5", null, member("m-5", "e")),
    );
    const rows = [group("a", 1), group("b", 1), group("c", 1), group("d", 1), group("f", 7)];
    const { lists, staying, marks } = overlaid([step], { g: rows }, plan, catalogue);
    expect(counts(lists["g"])).toEqual({ n: 1, a: 3, b: 0, c: 0, e: 2, f: 7 });
    expect(staying["g"]).toEqual(lists["g"]);
    const [made, first] = lists["g"] ?? [];
    expect([made, first].map((row) => row && marks.get(row)?.kind)).toEqual(["new", undefined]);
    // What only has another number is no other object, and a saved list has the present number.
    expect(first && presentOf(first)).toBe(rows[0]);
    expect(lists["g"]?.at(-1)).toBe(rows.at(-1));
  });

  it("stays as it is if the planned objects do not tell whom they name", () => {
    const plan = planOfElements(
      [plannedElement("u", "cntl.mgr2group", "delete", { gpk: "m-2" }, {})],
      catalogue,
    );
    const rows = [group("b", 1)];
    expect(overlaid([step], { g: rows }, plan, catalogue).lists["g"]).toBe(rows);
  });
});
