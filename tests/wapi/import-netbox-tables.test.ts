import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { NetboxFile } from "#imports/netbox/read";
import type { ImportDraft } from "#imports/shared/steps";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { asDump, netboxCampus } from "../support/netbox-campus.ts";
import { applyDraft, makeZone, planOfFiles, planOfNetbox } from "../support/netbox-import.ts";
import { asTables } from "../support/netbox-tables.ts";

const CAMPUS = netboxCampus({ buildings: 1, switches: 2, ports: 4 });
const TABLES = asTables(CAMPUS);
let world: ImportWorld;

beforeAll(async () => {
  world = await importWorld();
  await makeZone(world.client, "west.example.");
});
afterAll(() => world.close());

const plan = (files: readonly NetboxFile[]): Promise<ImportDraft> => planOfFiles(world.client, files);
const changed = (file: string, change: (text: string) => string): readonly NetboxFile[] =>
  TABLES.map((one) => (one.name === `netbox_${file}.csv` ? { ...one, text: change(one.text) } : one));

describe("lists that NetBox exports as tables", () => {
  it("are imported completely, with references by name, and a second run plans nothing", async () => {
    const draft = await plan(TABLES);
    expect([draft.rejected, draft.notes]).toEqual([[], []]);
    expect((await applyDraft(world.client, draft)).rejected).toEqual([]);
    const { client } = world;
    expect(await client.list("nd.device", { fqdn: "sw2.west.example." })).toMatchObject([
      { type: "switch", serial_number: "W-2" },
    ]);
    const [module] = await client.list("nd.module", { device: "sw2.west.example." });
    expect(module).toMatchObject({ fq_name: "nb-west/30.1/V 1/R1/sw2", module_type: "SX-48", position: "2" });
    const [port] = await client.list("nd.p_port", { module_gfk: module?.["gpk"] ?? null, name: "Gi1/0/3" });
    expect(port).toMatchObject({ port_type: "1000base-t", speed: 1000, is_connected: true });
    const path = await client.list("nd.p_port", { gpk_list: port?.["conn_id_gfk_list"] ?? [] });
    expect(path.map((row) => textIn(row["fq_name"])).toSorted()).toEqual([
      "nb-west/30.1/V 1/R1/PP2/F3",
      "nb-west/30.1/V 1/R1/PP2/R3",
      "nb-west/30.1/V 1/R1/sw2/Gi1/0/3",
    ]);
    expect(await client.list("nd.l_port", { device: "sw2.west.example.", name: "Gi1/0/1" })).toMatchObject([
      { bcd: "west-lab-1", tagged_bcd_list: ["west-lab-1"], is_enabled: true },
    ]);
    const again = await plan(TABLES);
    expect([again.steps, again.rejected]).toEqual([[], []]);
  });

  it("mean the same as a dump of the same campus", async () => {
    const draft = await planOfNetbox(world.client, [asDump(CAMPUS)]);
    const steps = draft.steps.map(({ name, new: values }) => [name, values]);
    expect([steps, draft.rejected]).toEqual([[], []]);
  });

  it("are recognised by their columns, whatever their file name is, also by the headings on the screen", async () => {
    const screen = TABLES.map(({ name, text }, at) => {
      const [head = "", ...rows] = text.split("\r\n");
      const shown = head
        .replace(/\bu_height\b/, "Height")
        .replace("primary_ip4", "IP Address")
        .replace("device_type", "Type")
        .replace("position,", "Position (U),")
        .replace(/side_([ab])_device/g, (_, side: string) => `Device ${side.toUpperCase()}`)
        .replace(/side_([ab])_name/g, (_, side: string) => `Termination ${side.toUpperCase()}`)
        .replace(/side_([ab])_type/g, "Color $1");
      const height = name === "netbox_racks.csv" ? rows.map((row) => row.replace(",42,", ",42U,")) : rows;
      return { name: `export ${String(at)}.csv`, text: [shown, ...height].join("\n") };
    });
    const draft = await plan(screen);
    expect([draft.steps, draft.rejected, draft.notes]).toEqual([[], [], []]);
  });

  it("of another kind are refused with the names of the supported ones", async () => {
    await expect(plan([{ name: "netbox_tenants.csv", text: "name,slug\nLab,lab\n" }])).rejects.toThrow(
      /^netbox_tenants\.csv is no list that is taken over here: .* cables, front_ports, .*Name the file as NetBox does/,
    );
  });

  it("report a missing name, and a name that several objects have, in its row", async () => {
    const missing = await plan(changed("racks", (text) => text.replace(",V 1,", ",V 9,")));
    expect(missing.rejected[0]).toEqual({
      file: "netbox_racks.csv",
      line: 2,
      value: "R1",
      reason:
        "“V 9” in the column location is not in the list that is imported with this one. Export that list without a filter, or correct the name.",
    });
    const twice = asTables(netboxCampus({ buildings: 2, switches: 1, ports: 1 }));
    const { rejected } = await plan(twice);
    expect(rejected.find(({ file, value }) => file === "netbox_racks.csv" && value === "R1")?.reason).toBe(
      "Several rows are called “V 1” (column location), and nothing in this row tells which one is meant. Give them different names in NetBox, or import answers of the API.",
    );
  });

  it("need the list of sites for their locations", async () => {
    const { rejected } = await plan(TABLES.filter(({ name }) => name === "netbox_locations.csv"));
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual(
      [2, 3, 4].map((line) => [
        line,
        "The column site names “Campus West”, and the list sites is not among the files. Import both together.",
      ]),
    );
  });
});
