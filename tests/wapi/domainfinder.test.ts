import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

interface Found {
  readonly result_list: readonly {
    readonly fqdn: string;
    readonly zone: string | null;
    readonly ou_list: readonly { readonly fq_name: string; readonly title: string }[];
    readonly group_list: readonly { readonly name: string }[];
  }[];
  readonly is_truncated: boolean;
}

let world: HttpWorld;
let greta: string;

beforeAll(async () => {
  world = await httpWorld();
  greta = await world.signIn("greta");
});
afterAll(() => world.close());

function ask(term: string, token = greta): Promise<Answered> {
  return world.get(`/api/domainfinder?term=${encodeURIComponent(term)}`, token);
}

async function find(term: string): Promise<Found> {
  const { status, text } = await ask(term);
  expect(status).toBe(200);
  return JSON.parse(text) as Found;
}

/** Computes the answer from the tables, name by name, and looks for the nearest linked name above label by label. */
async function expected(term: string): Promise<Found> {
  const all = await world.db.query<{ value: string; zone: string | null }>(
    "select f.value, z.value zone from dns.fqdn f left join dns.fqdn z on z.id = f.zone",
  );
  const links = await world.db.query<{ value: string; ou: string | null; title: string; grp: string | null }>(
    `select f.value, u.fq_name ou, u.title, null grp from dns.fqdn2ou l join dns.fqdn f on f.id = l.fqdn join org.unit u on u.id = l.ou
     union all select f.value, null, null, g.name from dns.fqdn2group l join dns.fqdn f on f.id = l.fqdn join cntl."group" g on g.id = l.group_name`,
  );
  const matching = all
    .filter(({ value }) => value.includes(term))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
  const result_list = matching.slice(0, 100).map(({ value, zone }) => {
    const labels = value.split(".");
    const above = labels.map((_, index) => labels.slice(index).join(".")).filter((name) => name !== "");
    const nearest = above.find((name) => links.some((link) => link.value === name));
    const own = links.filter((link) => link.value === nearest);
    return {
      fqdn: value,
      zone,
      ou_list: own
        .flatMap(({ ou, title }) => (ou === null ? [] : [{ fq_name: ou, title }]))
        .sort((a, b) => (a.fq_name < b.fq_name ? -1 : 1)),
      group_list: own
        .flatMap(({ grp }) => (grp === null ? [] : [{ name: grp }]))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    };
  });
  return { result_list, is_truncated: matching.length > 100 };
}

describe("GET /api/domainfinder", () => {
  it.each(["biblio", "srv", "01.", "ex", "tannmuehl", "_" + "acme", "no-such-name"])(
    "[TOOL-26] %s: finds names that contain it, own or foreign, with zone, units and groups",
    async (term) => {
      expect(await find(term)).toEqual(await expected(term));
    },
  );

  it("[TOOL-26] answers at most 100 names, and says that there are more", async () => {
    const { result_list: list, is_truncated: isTruncated } = await find("tannmuehl");
    expect([list.length, isTruncated]).toEqual([100, true]);
    expect(list.some(({ ou_list: units, group_list: groups }) => units.length + groups.length > 0)).toBe(
      true,
    );
  });

  it("reads the term in lower case and in ASCII form", async () => {
    expect(await find("TANNmuehl")).toEqual(await find("tannmuehl"));
    expect(await find("münchen.example")).toEqual(await find("xn--mnchen-3ya.example"));
  });

  it("treats an underscore and a percent sign literally", async () => {
    expect((await find("a_a")).result_list).toEqual([]);
    expect((await find("%%")).result_list).toEqual([]);
    expect((await find("\u0000\u0000")).result_list).toEqual([]);
  });

  it.each([
    ["a", "-20040/6"],
    ["", "-20040/6"],
    ["x".repeat(129), "-20040/6"],
  ])("%j is refused with %s", async (term, fault) => {
    const answer = await ask(term);
    expect([answer.status, answer.fault]).toEqual([400, fault]);
  });

  it("[TOOL-26] needs a token of a user in the database, and accepts no other parameter", async () => {
    expect((await world.get("/api/domainfinder?term=abc")).status).toBe(401);
    expect((await ask("abc", await world.signIn("nora"))).fault).toBe("-20010/7");
    expect((await ask("abc", await world.signIn("lars"))).fault).toBe("-20010/4");
    expect((await world.get("/api/domainfinder", greta)).fault).toBe("-20040/1");
    expect((await world.get("/api/domainfinder?term=abc&x=1", greta)).fault).toBe("-20900/4");
  });
});
