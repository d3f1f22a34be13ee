import { expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { overlaid } from "#core/txlist/overlay/overlay";
import { planOfTest } from "#core/txlist/overlay/plan";
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
