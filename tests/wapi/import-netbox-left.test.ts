import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportDraft } from "#imports/shared/steps";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { asDump, asPages, netboxCampus, type Stored } from "../support/netbox-campus.ts";
import { makeZone, planOfFiles, planOfNetbox } from "../support/netbox-import.ts";
import { asTables } from "../support/netbox-tables.ts";

/** A campus where some objects have statuses and values that the product cannot store. */
const CAMPUS = netboxCampus({ buildings: 1, switches: 1, ports: 3 }).map((one): Stored => {
  const { values, choices = {} } = one;
  switch (`${one.model} ${String(one.pk)}`) {
    case "dcim.site 1":
      return { ...one, values: { ...values, comments: "old" }, choices: { status: "retired" } };
    case "dcim.device 1":
      return {
        ...one,
        values: { ...values, asset_tag: "A-1", comments: "", vc_position: 0, local_context_data: {} },
        choices: { status: "offline", face: "front" },
      };
    case "dcim.interface 1":
      return { ...one, choices: { ...choices, mode: "tagged-all" } };
    case "dcim.interface 2":
      return { ...one, choices: { ...choices, mode: "access" } };
    case "dcim.rearport 1":
      return { ...one, values: { ...values, positions: 4 } };
    case "ipam.vlan 1":
      return { ...one, choices: { status: "deprecated" } };
    case "ipam.prefix 1":
      return { ...one, values: { ...values, is_pool: false, role: 3 }, choices: { status: "reserved" } };
    case "dcim.cable 1":
      return { ...one, values: { label: "K1", color: "", length: 3, length_unit: "m" }, choices };
    case "dcim.cable 2":
      return { ...one, choices: { status: "planned", type: "cat6" } };
    case "dcim.cable 3":
      return { ...one, choices: { status: "decommissioning", type: "cat6" } };
    default:
      return one;
  }
});

let world: ImportWorld;

beforeAll(async () => {
  world = await importWorld();
  await makeZone(world.client, "west.example.");
});
afterAll(() => world.close());

const notesOf = ({ notes = [] }: ImportDraft): readonly string[] =>
  notes.map(({ reason }) => reason).filter((reason) => !reason.startsWith("Objects of the kind"));

const IN_USE = "What is taken over of them counts as in use.";
const left = (kind: string, ...members: readonly string[]): readonly string[] =>
  members.map((one) => {
    const [member = "", count = "1"] = one.split(" ");
    return `${member} has no place here and is not taken over (${kind}): ${count}.`;
  });
const EXPECTED = [
  `The status retired has no place here (dcim/sites): 1. ${IN_USE}`,
  ...left("dcim/sites", "comments"),
  `The status offline has no place here (dcim/devices): 1. ${IN_USE}`,
  ...left("dcim/devices", "asset_tag", "vc_position", "face"),
  ...left("dcim/interfaces", "mode"),
  ...left("dcim/rear-ports", "positions"),
  `The status decommissioning has no place here (dcim/cables): 1. ${IN_USE}`,
  ...left("dcim/cables", "label", "length", "type 2"),
  `The status deprecated has no place here (ipam/vlans): 1. ${IN_USE}`,
  `The status reserved has no place here (ipam/prefixes): 1. ${IN_USE}`,
  ...left("ipam/prefixes", "role"),
  "Planned cables are no connections here: 1.",
];

describe("data of NetBox that cannot be imported", () => {
  it("are reported for each list with a count, for statuses and for members with a value", async () => {
    const draft = await planOfNetbox(world.client, [asDump(CAMPUS)]);
    expect(draft.rejected).toEqual([]);
    expect(notesOf(draft)).toEqual(EXPECTED);
    const connected = draft.steps.filter(({ name }) => name === "nd.p_port.connect");
    expect(connected).toHaveLength(2);
  });

  it("are reported in the same way for answers of the API", async () => {
    expect(notesOf(await planOfNetbox(world.client, asPages(CAMPUS, 50)))).toEqual(EXPECTED);
  });

  it("are reported for columns of tables, without cells that say no", async () => {
    const columns: Readonly<Record<string, readonly string[]>> = {
      "netbox_devices.csv": ["Asset tag,Status,Comments", "A-1,Offline,", ",Active,"],
      "netbox_rear_ports.csv": ["Label,Mark connected", "L,False", ",", ","],
      "netbox_cables.csv": ["Status,Color", "Connected,red", "Planned,", "Connected,"],
    };
    const files = asTables(netboxCampus({ buildings: 1, switches: 1, ports: 3 })).map(({ name, text }) => ({
      name,
      text: text
        .split("\r\n")
        .map((line, at) => [line, columns[name]?.[at] ?? []].flat().join(","))
        .join("\n"),
    }));
    const draft = await planOfFiles(world.client, files);
    expect([draft.rejected, notesOf(draft)]).toEqual([
      [],
      [
        `The status offline has no place here (dcim/devices): 1. ${IN_USE}`,
        ...left("dcim/devices", "asset_tag"),
        ...left("dcim/rear-ports", "label"),
        ...left("dcim/cables", "color"),
        "Planned cables are no connections here: 1.",
      ],
    ]);
  });
});
