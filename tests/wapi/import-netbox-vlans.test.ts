import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRejected } from "#imports/shared/find-rejected";
import type { ImportDraft } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import type { Json } from "#contract/wire/json";
import type { Client } from "../../server/client.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { applyDraft, planOfNetbox } from "../support/netbox-import.ts";

let world: ImportWorld;
let client: Client;

beforeAll(async () => {
  world = await importWorld();
  ({ client } = world);
});
afterAll(() => world.close());

interface Vlan {
  readonly vid: number;
  readonly name: string;
  readonly description?: string;
}

/** VLANs of one group, each with a prefix. */
function plan(group: string, vlans: readonly Vlan[]): Promise<ImportDraft> {
  const url = (kind: string, id: number) => `https://netbox.example/api/${kind}/${String(id)}/`;
  const list = vlans.map((one, at): Json => {
    const id = at + 1;
    return { id, url: url("ipam/vlans", id), ...one, group: { slug: group } };
  });
  const net = 200 + (vlans[0]?.vid ?? 0);
  const prefixes = vlans.map((_, at): Json => {
    const id = at + 1;
    return {
      id,
      url: url("ipam/prefixes", id),
      prefix: `10.${String(net)}.${String(id)}.0/24`,
      vlan: { id },
    };
  });
  return planOfNetbox(client, [[...list, ...prefixes]]);
}

const isNet = ({ name }: ImportDraft["steps"][number]) => /^nd\.(?:bcd|vlan|ip_subnet)\./.test(name);

describe("VLANs of NetBox", () => {
  it("are written with the allowed letters, and the description has the name of NetBox", async () => {
    const vlans = [
      { vid: 20, name: "Büro Geb. 30.10", description: "Verwaltung" },
      { vid: 21, name: "Café & Straße" },
      { vid: 22, name: "会議室" },
      { vid: 23, name: "Lab" },
    ];
    const draft = await plan("nb-names", vlans);
    expect(draft.rejected).toEqual([]);
    expect(draft.notes?.map(({ reason }) => reason)).toEqual([
      "Names of VLANs have at most 64 signs here: letters from A to Z, digits, blanks and _ . : / ( ) + -. Others are written in these (Buero for Büro), and their name in NetBox is in the description: 3.",
    ]);
    expect((await applyDraft(client, draft)).rejected).toEqual([]);
    const rows = await client.list("nd.vlan", { net_instnc: "nb-names", sorting_params_list: ["id"] });
    expect(rows.map((row) => [row["name"], row["bcd"], row["description"]])).toEqual([
      ["Buero Geb. 30.10", "buero-geb-30-10", "Büro Geb. 30.10: Verwaltung"],
      ["Cafe - Strasse", "cafe-strasse", "Café & Straße"],
      ["vlan-22", "vlan-22", "会議室"],
      ["Lab", "vlan-lab", null],
    ]);
    const again = await plan("nb-names", vlans);
    expect([again.steps, again.rejected]).toEqual([[], []]);
  });

  it("that cannot be imported leave nothing that belongs only to them", async () => {
    const draft = await plan("nb-twice", [
      { vid: 30, name: "first-one" },
      { vid: 30, name: "second-one" },
      { vid: 4095, name: "third-one" },
    ]);
    expect(draft.rejected.map(({ value, reason }) => [value, reason])).toEqual([
      [
        "second-one",
        expect.stringMatching(
          /^The VLAN 30 of the net instance nb-twice is in line \d+ already\. Give VLANs of different/,
        ),
      ],
      ["third-one", "A VLAN needs a number from 1 to 4094 here."],
    ]);
    expect(draft.notes?.map(({ reason }) => reason)).toEqual([
      "They belong to something that is not in the files or is not taken over (ipam/prefixes): 2.",
    ]);
    expect(
      draft.steps.filter(isNet).map(({ name, new: values }) => [name, values["bcd"] ?? values["name"]]),
    ).toEqual([
      ["nd.bcd.create", "first-one"],
      ["nd.vlan.create", "first-one"],
      ["nd.ip_subnet.create", "first-one"],
    ]);
  });

  it("that the server refuses reject their BCD and prefixes too", async () => {
    const draft = await plan("nb-late", [{ vid: 40, name: "late-one" }]);
    const [bcd] = await client.list("nd.bcd", { fetch_limit: 1 });
    const made = [
      { name: "nd.net_instnc.create", new: { name: "nb-late" } },
      {
        name: "nd.vlan.create",
        new: { net_instnc: "nb-late", id: 40, name: "mine", bcd: bcd?.["name"] ?? null },
      },
    ];
    expect((await client.run(made, false)).ok).toBe(true);
    const steps = draft.steps.filter(({ name }) => name !== "nd.net_instnc.create");
    const tested = await findRejected(steps, {
      test: (some) => client.run(some, true),
      onProgress: () => undefined,
      say: speak("en"),
    });
    expect(tested.steps).toEqual([]);
    expect(tested.rejected.map(({ value }) => value)).toEqual(["late-one", "10.240.1.0/24"]);
  });
});
