import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestedSteps } from "#imports/shared/find-rejected";
import type { ImportDraft } from "#imports/shared/steps";
import { textIn, type Json } from "#contract/wire/json";
import type { Client } from "../../server/client.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { applyDraft, makeZone, planOfFiles, planOfNetbox } from "../support/netbox-import.ts";
import { netboxAnswers } from "../support/netbox-answers.ts";

let world: ImportWorld;
let client: Client;

beforeAll(async () => {
  world = await importWorld();
  ({ client } = world);
});
afterAll(() => world.close());

const plan = (...texts: readonly Json[]): Promise<ImportDraft> => planOfNetbox(client, texts);
const listOf = (kind: string, objects: readonly Record<string, Json>[]): Json => ({
  count: objects.length,
  results: objects.map((one) => ({
    ...one,
    url: `https://netbox.example/api/${kind}/${JSON.stringify(one["id"])}/`,
  })),
});
const imported = (draft: ImportDraft): Promise<TestedSteps> => applyDraft(client, draft);

describe("answers of NetBox", () => {
  it("become places, networks, names and devices, and a second run changes nothing", async () => {
    const answers = netboxAnswers(3);
    // One file in any order, and two files.
    const draft = await plan(Object.fromEntries(Object.entries(answers).toReversed()));
    expect(draft.rejected).toEqual([]);
    expect((await imported(draft)).rejected).toEqual([]);
    const [site] = await client.list("nd.site", { name: "nb-nord" });
    expect(site).toMatchObject({ title: "Campus Nord", geo_lat: 49.1, geo_lon: 8.4 });
    const rooms = await client.list("nd.room", { site: "nb-nord" });
    expect(rooms.map((row) => [row["bldg"], row["name"]])).toEqual([
      ["20.1", "101"],
      ["20.2", "101"],
      ["20.3", "101"],
    ]);
    expect(await client.list("nd.vlan", { net_instnc: "nb-campus", id: 102 })).toMatchObject([
      { name: "Lab VLAN 2", bcd: "lab-vlan-2" },
    ]);
    expect(await client.list("nd.ip_subnet", { cidr: "10.200.3.0/24" })).toMatchObject([
      { bcd: "lab-vlan-3", description: "Lab" },
    ]);
    expect(await client.list("nd.device", { fqdn: "sw1.netbox.example." })).toMatchObject([
      { type: "switch", serial_number: "SN-1" },
    ]);
    expect(await client.list("dns.record", { fqdn: "sw2.netbox.example." })).toMatchObject([
      { type: "A", data: "10.200.2.2" },
    ]);
    const { devices = null, ...others } = answers;
    const again = await plan(others, devices);
    expect([again.steps, again.rejected]).toEqual([[], []]);
  });

  it("report each device without name and room, even if a row of another file has the same line", async () => {
    // The API answers in one line, so that all rows of all files have line 1.
    const url = (kind: string, id: number) => `https://netbox.example/api/${kind}/${String(id)}/`;
    const devices = ["ap", "pdu", "ups"].map((name, at) => ({
      id: 901 + at,
      url: url("dcim/devices", 901 + at),
      name,
      device_type: { model: "X" },
    }));
    const prefixes = [{ id: 1, url: url("ipam/prefixes", 1), prefix: "no network" }];
    const files = Object.entries({ devices, prefixes }).map(([name, results]) => ({
      name: `${name}.json`,
      text: JSON.stringify({ count: results.length, next: null, previous: null, results }),
    }));
    const { steps, rejected } = await planOfFiles(client, files);
    expect(steps).toEqual([]);
    expect(rejected.filter(({ reason }) => reason.startsWith("A device needs"))).toHaveLength(3);
    expect(rejected).toHaveLength(4);
  });

  it("plan the changes made in NetBox, and nothing else", async () => {
    const text = JSON.stringify(netboxAnswers(3)).replace("SN-2", "SN-9");
    // Parse boundary: the text that was written above.
    const draft = await plan(JSON.parse(text) as Json);
    expect(draft.steps).toMatchObject([
      { name: "nd.device.update", old: { fqdn: "sw2.netbox.example." }, new: { serial_number: "SN-9" } },
    ]);
  });

  it("report with counts and lines what is not imported", async () => {
    const { notes = [] } = await plan(netboxAnswers(2));
    expect(notes.map(({ reason }) => reason)).toEqual([
      "They have no place here without a room (dcim/racks): 2. Give them a location in NetBox.",
      "Networks that only contain others have no place here: 1.",
      "Addresses without a name are not taken over: 1.",
      "They have no place here without a room (dcim/devices): 2. Give them a location in NetBox.",
      "Names that lie in no zone that you see here: 2. They come with their records, but no name server gets them before there is a zone above them.",
    ]);
    expect(notes.every(({ line }) => line > 1)).toBe(true);
  });

  it("leave no name whose record the server refuses, and report the refusal once", async () => {
    const [subnet] = await client.list("nd.ip_subnet", { type: 4, fetch_limit: 1 });
    const address = textIn(subnet?.["cidr"]);
    const url = "https://netbox.example/api/ipam/ip-addresses/1/";
    await makeZone(client, "nb-alone.example.");
    const one = { id: 1, url, address, dns_name: "refused.nb-alone.example", vrf: null };
    const { steps, rejected } = await imported(await plan({ count: 1, next: null, results: [one] }));
    expect([steps, rejected.map(({ value }) => value)]).toEqual([[], [address]]);
  });

  it("reject a name without a dot, and create no device that only has such a name", async () => {
    const draft = await plan(
      listOf("ipam/ip-addresses", [{ id: 1, address: "10.201.0.1/24", dns_name: "gw", vrf: null }]),
      listOf("dcim/devices", [{ id: 1, name: "gateway", primary_ip4: { id: 1 } }]),
    );
    expect(draft.steps).toEqual([]);
    expect(draft.rejected.map(({ value, reason }) => [value, reason])).toEqual([
      ["10.201.0.1/24", "“gw” is no full name. Write it in whole in NetBox, for example as gw.example.edu."],
      ["gateway", expect.stringMatching(/^A device needs a full name or a room here\./)],
    ]);
  });

  it("report names outside all zones, and no name of a zone", async () => {
    await makeZone(client, "nb-zone.example.");
    const names = ["nb-zone.example", "a.b.nb-zone.example.", "other-nb-zone.example"];
    const { notes = [] } = await plan(
      listOf(
        "ipam/ip-addresses",
        names.map((dns_name, at) => ({ id: at, address: `10.202.0.${String(at + 1)}/24`, dns_name })),
      ),
    );
    expect(notes.map(({ value, reason }) => [value, reason.split(".", 1)[0]])).toEqual([
      ["10.202.0.3/24", "Names that lie in no zone that you see here: 1"],
    ]);
  });

  it("are rejected row by row if something is missing, and an incomplete page is reported", async () => {
    const url = (kind: string, id: number): string => `https://netbox.example/api/${kind}/${String(id)}/`;
    const draft = await plan({
      count: 70,
      next: "https://netbox.example/api/dcim/devices/?limit=50&offset=50",
      results: [
        { id: 1, url: url("dcim/devices", 1), name: "nameless", primary_ip: null },
        { id: 2, url: url("ipam/prefixes", 2), prefix: "10.9.0.0/24", vlan: null, vrf: null },
      ],
    });
    expect(draft.rejected.map(({ line, reason }) => [line, reason.split(".", 1)[0]])).toEqual([
      [5, "A device needs a full name or a room here"],
      [11, "You see no subnet 10"],
    ]);
    expect(draft.notes?.[0]?.reason).toBe(
      "Only 1 of 70 objects are here. Ask NetBox with limit=0, or take all pages.",
    );
    await expect(plan({ hello: 1 })).rejects.toThrow("no object of NetBox");
  });
});
