import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestedSteps } from "#imports/shared/find-rejected";
import type { ImportDraft } from "#imports/shared/steps";
import { textIn, type Json } from "#contract/wire/json";
import type { Client } from "../../server/client.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { applyDraft, makeZone, planOfNetbox } from "../support/netbox-import.ts";
import { asDump, asPages, netboxCampus } from "../support/netbox-campus.ts";

const CAMPUS = netboxCampus({ buildings: 3, switches: 2, ports: 4 });
let world: ImportWorld;
let client: Client;

beforeAll(async () => {
  world = await importWorld();
  ({ client } = world);
  await makeZone(client, "west.example.");
});
afterAll(() => world.close());

const plan = (...texts: readonly Json[]): Promise<ImportDraft> => planOfNetbox(client, texts);
const imported = (draft: ImportDraft): Promise<TestedSteps> => applyDraft(client, draft);

describe("a campus of NetBox", () => {
  it("is imported completely from a dump of the database: places, modules, ports, passages and connections", async () => {
    const draft = await plan(asDump(CAMPUS));
    expect(draft.rejected).toEqual([]);
    expect((await imported(draft)).rejected).toEqual([]);
    expect(await client.list("nd.room", { site: "nb-west", bldg: "30.2" })).toMatchObject([
      { name: "V 1", floor: "1" },
    ]);
    const [panel] = await client.list("nd.module", { fq_name: "nb-west/30.2/V 1/R1/PP2" });
    expect(panel).toMatchObject({ module_type: "PP-48", position: "22", device: null });
    const [module] = await client.list("nd.module", { device: "sw4.west.example." });
    expect(module).toMatchObject({ fq_name: "nb-west/30.2/V 1/R1/sw4", serial_number: "W-4", position: "2" });
    const [port] = await client.list("nd.p_port", { module_gfk: module?.["gpk"] ?? null, name: "Gi1/0/3" });
    expect(port).toMatchObject({ port_type: "1000base-t", speed: 1000, is_connected: true });
    const path = await client.list("nd.p_port", { gpk_list: port?.["conn_id_gfk_list"] ?? [] });
    expect(path.map((row) => textIn(row["fq_name"])).toSorted()).toEqual([
      "nb-west/30.2/V 1/R1/PP2/F3",
      "nb-west/30.2/V 1/R1/PP2/R3",
      "nb-west/30.2/V 1/R1/sw4/Gi1/0/3",
    ]);
    expect(await client.list("nd.l_port", { device: "sw4.west.example.", name: "Gi1/0/1" })).toMatchObject([
      { bcd: "west-lab-2", tagged_bcd_list: ["west-lab-2"], is_enabled: true },
    ]);
    expect(await client.list("ndcfg.module_type", { name: "SX-48" })).toMatchObject([
      { class: "switch", title: "Maker SX-48" },
    ]);
  });

  it("plans nothing at a second import: from the dump, with natural keys, or from the pages of the API", async () => {
    for (const texts of [[asDump(CAMPUS)], [asDump(CAMPUS, true)], asPages(CAMPUS, 7)]) {
      const draft = await plan(...texts);
      expect([draft.steps, draft.rejected]).toEqual([[], []]);
      expect(
        draft.notes?.map(({ reason }) => reason.replace("power-ports", "powerport").replace("/", ".")),
      ).toEqual(["Objects of the kind dcim.powerport are not taken over by this import: 1."]);
    }
  });

  it("that changed in NetBox is changed here: a moved switch, and a port of another kind", async () => {
    const moved = netboxCampus({ buildings: 3, switches: 2, ports: 4 }).map((one) =>
      one.model === "dcim.device" && one.pk === 1
        ? { ...one, refs: { ...one.refs, rack: ["dcim.rack", 2] as const } }
        : one.model === "dcim.rearport" && one.pk === 5
          ? { ...one, choices: { type: "lc" } }
          : one,
    );
    const draft = await plan(asDump(moved));
    expect(draft.steps.map(({ name, new: values }) => [name, Object.keys(values)])).toEqual([
      ["nd.module.update", ["parent_gfk"]],
      ["nd.p_port.update", ["port_type"]],
    ]);
    expect((await imported(draft)).rejected).toEqual([]);
    expect(await client.list("nd.module", { device: "sw1.west.example." })).toMatchObject([
      { fq_name: "nb-west/30.2/V 1/R1/sw1" },
    ]);
  });

  it("with a cable to a port that is connected with another one is rejected in that row", async () => {
    const crossed = netboxCampus({ buildings: 3, switches: 2, ports: 4 }).map((one) =>
      one.model === "dcim.cabletermination" && one.pk === 3
        ? { ...one, values: { ...one.values, termination_id: 2 } }
        : one,
    );
    const { rejected } = await plan(asDump(crossed));
    expect(rejected.map(({ reason }) => reason)).toEqual([
      "One of the two ports is connected with another one. Disconnect it and repeat the import.",
    ]);
  });

  it("reports with counts the objects without a room, and everything that belongs to them", async () => {
    const roomless = netboxCampus({ buildings: 1, switches: 1, ports: 2 }).map((one) =>
      one.model === "dcim.rack" || one.model === "dcim.device"
        ? { ...one, refs: { ...one.refs, location: ["dcim.location", null] as const } }
        : one,
    );
    const { notes = [], rejected } = await plan(asDump(roomless));
    expect(rejected.map(({ value, reason }) => [value, reason.split(".", 1)[0]])).toEqual([
      ["PP1", "A device needs a full name or a room here"],
    ]);
    expect(notes.map(({ reason }) => reason.replace(" in NetBox.", " in NetBox"))).toEqual([
      "They have no place here without a room (dcim/racks): 1. Give them a location in NetBox",
      "They have no place here without a room (dcim/devices): 1. Give them a location in NetBox",
      "Objects of the kind dcim.powerport are not taken over by this import: 1.",
      "They belong to something that is not in the files or is not taken over (dcim/interfaces): 2.",
      "They belong to something that is not in the files or is not taken over (dcim/rear-ports): 2.",
      "They belong to something that is not in the files or is not taken over (dcim/front-ports): 2.",
      "They belong to something that is not in the files or is not taken over (dcim/cables): 2.",
    ]);
  });

  it("gives a device no foreign address if a dump has no primary keys", async () => {
    const dump = [
      { model: "ipam.ipaddress", fields: { address: "10.120.1.98/24", dns_name: "other.west.example" } },
      { model: "dcim.device", fields: { name: "PP98", primary_ip4: null, location: null, rack: null } },
    ];
    const { rejected } = await plan(dump);
    expect(rejected.map(({ value, reason }) => [value, reason.split(".", 1)[0]])).toEqual([
      ["PP98", "A device needs a full name or a room here"],
    ]);
  });

  it("gets static assignments for its MAC addresses if DHCP gives the address", async () => {
    const campus = netboxCampus({ buildings: 1, switches: 1, ports: 2 });
    const more = [
      {
        model: "dcim.macaddress",
        pk: 1,
        values: { mac_address: "02:00:00:00:00:01", assigned_object_type: 7, assigned_object_id: 1 },
      },
      {
        model: "dcim.macaddress",
        pk: 2,
        values: { mac_address: "02:00:00:00:00:02", assigned_object_type: 7, assigned_object_id: 2 },
      },
      {
        model: "ipam.ipaddress",
        pk: 900,
        values: { address: "10.120.1.99/24", dns_name: "", assigned_object_type: 7, assigned_object_id: 1 },
        choices: { status: "dhcp" },
      },
    ];
    const draft = await plan(asDump([...campus, ...more]));
    expect(draft.notes?.map(({ reason }) => reason.split(":", 1)[0])).toContain(
      "MAC addresses of interfaces that DHCP gives no address have no place here",
    );
    expect((await imported(draft)).rejected).toEqual([]);
    expect(await client.list("dhcp.static_assignment", { ip_addr: "10.120.1.99" })).toMatchObject([
      { mac_addr: "02:00:00:00:00:01" },
    ]);
  });
});
