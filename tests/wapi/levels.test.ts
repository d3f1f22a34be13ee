import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docHref } from "#core/docs/documents";
import { API_VERSION } from "#contract/limits";
import { textIn } from "#contract/wire/json";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
let greta = "";

beforeAll(async () => {
  world = await httpWorld();
  greta = await world.signIn("greta");
});
afterAll(() => world.close());

const BASES = [`/api/${API_VERSION}`, `/${API_VERSION}`] as const;

describe("addresses that end in /", () => {
  it("[API-75] [API-76] list the versions without token, and show the portal if a page is requested", async () => {
    const { text } = await world.get("/api/4.2/wapi/version/list");
    for (const url of ["/api/", "/api/?x=1", "/"]) {
      const said = await world.get(url);
      expect([url, said.status, said.text]).toEqual([url, 200, text]);
      expect(said.headers["content-type"]).toContain("application/json");
      expect(said.headers["cache-control"]).toBe("no-store");
    }
    const page = await world.send({ method: "GET", url: "/", headers: { accept: "text/html;q=0.9, */*" } });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(String(page.headers["vary"]).toLowerCase()).toContain("accept");
    const head = await world.send({ method: "HEAD", url: "/" });
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  it.each(BASES)("[API-75] %s/ and below are further addresses of lists of metadata", async (base) => {
    const same: readonly (readonly [string, string])[] = [
      ["/", "/wapi/system/list"],
      ["/dns/", `/wapi/object_type/list?system_list=${encodeURIComponent('["dns"]')}`],
      ["/dns/record/", "/wapi/function/list?object_fq_name=dns.record"],
      ["/wapi/transaction/", "/wapi/function/list?object_fq_name=wapi.transaction"],
    ];
    for (const [level, list] of same) {
      const [one, two] = [
        await world.get(`${base}${level}`, greta),
        await world.get(`${base}${list}`, greta),
      ];
      expect([level, one.status, one.text]).toEqual([level, 200, two.text]);
      expect(one.lists[0]?.length).toBeGreaterThan(1);
      expect(one.headers["etag"]).toBe(two.headers["etag"]);
      const again = { method: "GET", url: `${base}${level}`, token: greta } as const;
      const headers = { "if-none-match": String(one.headers["etag"]) };
      expect((await world.send({ ...again, headers })).status).toBe(304);
      expect((await world.get(`${base}${level}`)).fault).toBe("-20001/1");
      expect((await world.get(`${base}${level}?fetch_limit=1`, greta)).fault).toBe("-20900/4");
      expect((await world.get(`${base}${level}?fetch_limit=1`)).fault).toBe("-20001/1");
      const posted = await world.post(`${base}${level}`, {}, greta);
      expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD"]);
    }
  });

  it.each([
    ["/api/4.2/none/", "-20900/3"],
    ["/api/4.2/dns/none/", "-20900/3"],
    ["/api/4.2/dns.record/", "-20900/3"],
    ["/api/4.2/__proto__/", "-20900/3"],
    ["/4.2/dns/record/list/", "-20900/10"],
    ["/api/4.2//", "-20900/10"],
    ["/api/4.2", "-20900/10"],
    ["/api", "-20900/10"],
    ["/api/3.2/", "-20900/9"],
    ["/4.1/dns/", "-20900/9"],
  ])("[API-75] %s gives %s", async (url, fault) => {
    for (const token of [greta, undefined]) {
      const said = await world.get(url, token);
      expect([said.status, said.fault]).toEqual([404, fault]);
    }
  });

  it("[API-76] a version has the members of the public document with true values", async () => {
    const rows = (await world.get("/api/")).lists[0] ?? [];
    expect(rows).toHaveLength(1);
    const [row = {}] = rows;
    expect(row).toMatchObject({
      major: 4,
      minor: 2,
      numeric: `4.2.${JSON.stringify(row["patch"])}`,
      state: "release",
      semantic: "release",
      doc_uri: docHref("api-guide"),
      language_dict: { de: "veröffentlicht", en: "released" },
      transaction_json_schema: { type: "array", items: { required: ["name"] } },
    });
    const since = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)\.\d{6} (CES?T)$/.exec(
      textIn(row["last_status_change_date"]),
    );
    const [, day, month, year, hour, minute, second, zone] = since ?? [];
    const offset = zone === "CEST" ? "+02:00" : "+01:00";
    const at = Date.parse(
      `${String(year)}-${String(month)}-${String(day)}T${String(hour)}:${String(minute)}:${String(second)}${offset}`,
    );
    const [stored] = await world.db.query<{ at: string }>(
      "select floor(extract(epoch from served_since))::text as at from netportal.definition",
    );
    expect(at / 1000).toBe(Number(stored?.at));
  });
});
