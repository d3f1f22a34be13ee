import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { connect, type Client } from "../../server/client.ts";
import { planDns } from "#imports/dns/plan";
import { findRejected, type TestedSteps } from "#imports/shared/find-rejected";
import { planPlaces } from "../../server/import/places.ts";
import { toWire, type ImportDraft } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";

const say = speak("en");
let world: ImportWorld;
let client: Client;
let url: string;

beforeAll(async () => {
  world = await importWorld();
  ({ url, client } = world);
});
afterAll(() => world.close());

async function tested(plan: ImportDraft): Promise<TestedSteps> {
  return findRejected(plan.steps, {
    test: (steps) => client.run(steps, true),
    onProgress: () => undefined,
    say,
  });
}

async function imported(plan: ImportDraft): Promise<TestedSteps> {
  const result = await tested(plan);
  const outcome = await client.run(toWire(result.steps), false);
  expect(outcome.ok && !outcome.rolledBack).toBe(true);
  return result;
}

function dns(text: string, zone: string): Promise<ImportDraft> {
  return planDns({ text, zone, client, toAscii, say, valueSpec });
}

async function changes(): Promise<string | undefined> {
  const [row] = await world.db.query<{ count: string }>("select count(*) from wapi.change_log");
  return row?.count;
}

const PLACES = `id,title,category,aliasList,positionList,url
1,Aula (91.40),lecturehall,[],"['49.01097', '8.41095']",
2,91.40,building,[],"['49.01126', '8.41137']",
3,B777,building,[],"['49.10424', '8.43141']",
4,Mensa,facility,[],"['49.0', '8.4']",
`;

describe("places", () => {
  it("become sites and buildings that can be found, and a second run changes nothing", async () => {
    const plan = await planPlaces(PLACES, client, say);
    expect(plan.rejected.map(({ line, value }) => [line, value])).toEqual([[5, "Mensa"]]);
    await imported(plan);
    const rows = await client.list("nd.bldg", {
      number_list: ["91.40", "B777"],
      sorting_params_list: ["number"],
    });
    expect(rows).toMatchObject([
      { site: "campus-sued", number: "91.40", title: "Aula", geo_lat: 49.01126, geo_lon: 8.41137 },
      { site: "campus-nord", number: "B777", title: null },
    ]);
    const before = await changes();
    const again = await planPlaces(PLACES, client, say);
    expect([again.steps, again.present.length]).toEqual([[], 3]);
    expect(await changes()).toBe(before);
  });
});

describe("a call that takes some time", () => {
  it("shows how many of its steps are done, as in the portal, and nothing after its end", async () => {
    const [held] = await world.db.query<{ id: string; name: string }>(
      "select id, name from nd.site order by id limit 1",
    );
    const steps = [
      ...Array.from({ length: 2_100 }, (_, at) => ({
        idx: `s${String(at)}`,
        name: "nd.site.create",
        new: { name: `counted ${String(at)}` },
      })),
      { idx: "held", name: "nd.site.update", old: { name: held?.name ?? "" }, new: { campus: "held" } },
    ];
    const told: (readonly number[])[] = [];
    const options = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
    const { running } = await world.db.transaction(options, async (tx) => {
      await tx.query("select from nd.site where id = $1 for update", [held?.id]);
      const call = client.run(steps, true, (...counts) => told.push(counts));
      await vi.waitFor(() => expect(told.at(-1)).toEqual([2_000, 2_101]), 20_000);
      return { running: call };
    });
    expect((await running).ok).toBe(true);
    const count = told.length;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(told).toHaveLength(count);
  }, 60_000);
});

describe("names", () => {
  const zone = "import.example.";
  const text = `name\ttype\tdata
www\tCNAME\tweb.import.example.
web\tA\t203.0.113.80
web\tTXT\tv=spf1 -all
web\tTXT\t"v=DKIM1; p=AAA" "BBB"
mail\tMX\t10 mx.elsewhere.example.net.
both\tCNAME\tweb.import.example.
both\tTXT\tbeside
`;

  it("become names and records, each rejected row is named, and a second run changes nothing", async () => {
    const plan = await dns(text, zone);
    expect(plan.rejected.map(({ line }) => line)).toEqual([7]);
    await imported(plan);
    const rows = await client.list("dns.record", { zone, sorting_params_list: ["fqdn", "type", "data"] });
    expect(rows.map((row) => [row["fqdn"], row["type"], row["data"]])).toEqual([
      ["both.import.example.", "TXT", "beside"],
      ["mail.import.example.", "MX", "10 mx.elsewhere.example.net."],
      ["web.import.example.", "A", "203.0.113.80"],
      ["web.import.example.", "TXT", "v=DKIM1; p=AAABBB"],
      ["web.import.example.", "TXT", "v=spf1 -all"],
      ["www.import.example.", "CNAME", "web.import.example."],
    ]);
    const before = await changes();
    const again = await dns(text, zone);
    expect([again.steps, again.present.length]).toEqual([[], 6]);
    expect(again.rejected.map(({ line }) => line)).toEqual([7]);
    expect(await changes()).toBe(before);
  });

  it("that only the server can refuse are found and named, and all others are accepted", async () => {
    const [subnet] = await client.list("nd.ip_subnet", { type: 4, fetch_limit: 1 });
    const cidr = subnet?.["cidr"];
    const network = typeof cidr === "string" ? (cidr.split("/")[0] ?? "") : "";
    const rows = Array.from({ length: 150 }, (_, index) => `h${String(index)}\tTXT\tfree`);
    rows[40] = `h40\tA\t${network}`;
    const plan = await dns(["name\ttype\tdata", ...rows].join("\n"), "refused.example.");
    expect(plan.rejected).toEqual([]);
    const { rejected, steps } = await imported(plan);
    expect(rejected.map(({ line }) => line)).toEqual([42]);
    expect(rejected[0]?.reason).toContain("-20060/8");
    expect(steps.filter(({ row }) => row !== null)).toHaveLength(149);
  });

  it("are refused row by row if the account lacks the right", async () => {
    const hers = await connect({
      url,
      credentials: { user: "greta", password: "demo" },
      language: "en",
    });
    const plan = await planDns({
      text,
      zone: "hers.example.",
      client: hers,
      toAscii,
      say,
      valueSpec,
    });
    const { steps, rejected } = await findRejected(plan.steps, {
      test: (some) => hers.run(some, true),
      onProgress: () => undefined,
      say,
    });
    expect(steps).toEqual([]);
    expect(rejected.every(({ reason }) => reason.includes("-20010/1"))).toBe(true);
    await hers.signOut();
  });
});

it("a session of the command ends with the command", async () => {
  const other = await connect({ url, credentials: { user: "ada", password: "demo" }, language: "en" });
  await other.signOut();
  await expect(other.list("nd.site", {})).rejects.toThrow("-20001/3");
});

it("a wrong password ends the command with the sentence of the server", async () => {
  const wrong = { user: "ada", password: "wrong" };
  await expect(connect({ url, credentials: wrong, language: "en" })).rejects.toThrow("-20001/5");
});

describe("long files", () => {
  it("500 buildings become a campus, and a second run finds all of them", async () => {
    const rows = Array.from({ length: 500 }, (_, at) => {
      const [number, lat, lon] = [
        `7${String(Math.floor(at / 100))}.${String(at % 100).padStart(2, "0")}`,
        49 + at / 10_000,
        8.4 + (at % 50) / 1_000,
      ];
      return [
        `${String(at)},${number},building,[],"['${lat.toFixed(5)}', '${lon.toFixed(5)}']",`,
        `${String(at + 1_000)},Hall ${String(at)} (${number}),lecturehall,[],"['49.0', '8.4']",`,
      ];
    });
    const text = ["id,title,category,aliasList,positionList,url", ...rows.flat()].join("\n");
    const plan = await planPlaces(text, client, say);
    const { rejected } = await imported(plan);
    expect([plan.rejected, rejected]).toEqual([[], []]);
    const found = await client.list("nd.bldg", { number: "74.99" });
    expect(found).toMatchObject([{ title: "Hall 499", geo_lat: 49.0499 }]);
    const again = await planPlaces(text, client, say);
    expect([again.steps, again.present.length]).toEqual([[], 1_000]);
  });

  it(
    "6,000 records of many types are imported, and the 75 aliases beside other data are reported",
    { timeout: 120_000 },
    async () => {
      const own = "long.example.";
      const rows = Array.from({ length: 1_500 }, (_, at) => {
        const [name, low] = [`h${String(at)}`, String(at % 256)];
        return [
          `${name}\tA\t203.0.${String(at >> 8)}.${low}`,
          `${name}\tAAAA\t2001:db8:ffff::${at.toString(16)}`,
          `${name}\tTXT\t"k=${String(at)}"`,
          `alias${String(at)}\tCNAME\t${name}.${own}`,
          ...(at % 20 === 0 ? [`${name}\tCNAME\tweb.${own}`] : []),
        ];
      });
      const text = ["name\ttype\tdata", ...rows.flat()].join("\n");
      const plan = await dns(text, own);
      expect(plan.rejected).toHaveLength(75);
      const { rejected } = await imported(plan);
      expect(rejected).toEqual([]);
      const again = await dns(text, own);
      expect([again.steps.length, again.present.length]).toEqual([0, 6_000]);
    },
  );
});
