import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importVendors } from "../../server/tools/vendors.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;

beforeAll(async () => {
  world = await httpWorld();
  await importVendors(world.db);
});
afterAll(() => world.close());

async function lookup(prefix: string): Promise<unknown> {
  const { status, text } = await world.get(`/api/oui_lookup/${encodeURIComponent(prefix)}`);
  expect(status).toBe(200);
  return JSON.parse(text);
}

const NOBODY = { prefix: null, prefix_length: null, manufacturer: null };

describe("GET /api/oui_lookup/{prefix}", () => {
  it("[TOOL-08] answers without a token the vendor of devices with this prefix", async () => {
    expect(await lookup("001b63")).toEqual({
      prefix: "001b63",
      prefix_length: 24,
      manufacturer: "Apple, Inc.",
    });
  });

  it.each(["00:1B:63", "00-1b-63-00-00-00", "001b.6300.0000", "001b63ffffff", "001B6" + "3a"])(
    "[TOOL-08] %s is read in any spelling, complete or in part",
    async (text) => {
      expect(await lookup(text)).toMatchObject({ prefix: "001b63", manufacturer: "Apple, Inc." });
    },
  );

  it("[TOOL-08] the longest matching prefix wins", async () => {
    const rows = await world.db.query<{ prefix: string; manufacturer: string }>(
      `select prefix, manufacturer from netportal.vendor v where length(prefix) > 6
         and exists (select from netportal.vendor w where w.prefix = left(v.prefix, 6)) order by length(prefix), prefix`,
    );
    for (const row of [rows[0], rows.at(-1)]) {
      const { prefix = "", manufacturer } = row ?? {};
      const whole = prefix.padEnd(12, "0");
      expect(await lookup(whole)).toEqual({ prefix, prefix_length: prefix.length * 4, manufacturer });
      expect(await lookup(whole.slice(0, 6))).toMatchObject({
        prefix: prefix.slice(0, 6),
        prefix_length: 24,
      });
    }
    expect(new Set(rows.map(({ prefix }) => prefix.length))).toEqual(new Set([7, 9]));
  });

  it("[TOOL-08] an unknown prefix is answered with nulls", async () => {
    expect(await lookup("ffffff")).toEqual(NOBODY);
  });

  it.each(["00", "00163", "001b6g", "001b63ffffff0", "00::1b:63", ":001b63", "001b63-", "%", "\u0000"])(
    "%j is not a prefix",
    async (text) => {
      const answer = await world.get(`/api/oui_lookup/${encodeURIComponent(text)}`);
      expect([answer.status, answer.fault]).toEqual([400, "-20040/5"]);
      const { detail, exception } = JSON.parse(answer.text) as {
        detail: string;
        exception: { description: string };
      };
      expect(detail).toBe(exception.description);
    },
  );

  it("accepts no parameters and no other method", async () => {
    expect((await world.get("/api/oui_lookup/001b63?x=1")).fault).toBe("-20900/4");
    expect((await world.post("/api/oui_lookup/001b63", {})).status).toBe(405);
    expect((await world.get("/api/oui_lookup/")).fault).toBe("-20900/10");
  });

  it("the list is imported once", async () => {
    const count = async () =>
      world.db.query("select count(*)::int n, min(xmin::text) x from netportal.vendor");
    const before = await count();
    await Promise.all([importVendors(world.db), importVendors(world.db)]);
    expect(await count()).toEqual(before);
  });
});
