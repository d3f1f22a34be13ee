import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRejected, type TestedSteps } from "#contract/import/find-rejected";
import { planNetbox } from "#contract/import/netbox-plan";
import { toWire, type ImportDraft } from "#contract/import/steps";
import { speak } from "#contract/import/texts";
import type { Json } from "#contract/wire/json";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import type { Client } from "../../server/import/client.ts";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";
import { netboxAnswers } from "../support/netbox-answers.ts";

const say = speak("en");
let world: ImportWorld;
let client: Client;

beforeAll(async () => {
  world = await importWorld();
  ({ client } = world);
});
afterAll(() => world.close());

function plan(...answers: readonly Json[]): Promise<ImportDraft> {
  const files = answers.map((answer, at) => ({
    name: `${String(at)}.json`,
    text: JSON.stringify(answer, null, 1),
  }));
  return planNetbox({ files, bcd: null, client, toAscii, say, valueSpec });
}

async function imported(draft: ImportDraft): Promise<TestedSteps> {
  const result = await findRejected(draft.steps, {
    test: (steps) => client.run(steps, true),
    onProgress: () => undefined,
  });
  const outcome = await client.run(toWire(result.steps), false);
  expect(outcome.ok && !outcome.rolledBack).toBe(true);
  return result;
}

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

  it("plan what was changed in NetBox, and nothing else", async () => {
    const text = JSON.stringify(netboxAnswers(3)).replace("SN-2", "SN-9");
    const draft = await planNetbox({
      files: [{ name: "all.json", text }],
      bcd: null,
      client,
      toAscii,
      say,
      valueSpec,
    });
    expect(draft.steps).toMatchObject([
      { name: "nd.device.update", old: { fqdn: "sw2.netbox.example." }, new: { serial_number: "SN-9" } },
    ]);
  });

  it("tell with counts and lines what is not taken over", async () => {
    const { notes = [] } = await plan(netboxAnswers(2));
    expect(notes.map(({ reason }) => reason)).toEqual([
      "A network that only contains others has no place here.",
      "Addresses without a name are not taken over: 1.",
      "Objects of the kind dcim/racks are not taken over by this import: 2.",
    ]);
    expect(notes.every(({ line }) => line > 1)).toBe(true);
  });

  it("are rejected row by row where something is missing, and a page that is not whole is told", async () => {
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
      [5, "A device needs a full name here"],
      [11, "There is no subnet 10"],
    ]);
    expect(draft.notes?.[0]?.reason).toBe("Only 2 of 70 objects are here. Ask NetBox with limit=0.");
    await expect(plan({ hello: 1 })).rejects.toThrow("no object of NetBox");
  });
});
