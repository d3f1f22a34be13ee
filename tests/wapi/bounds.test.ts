import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import { openApi } from "../../server/wapi/describe/openapi.ts";
import { codeOf, rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const dry = (...steps: readonly SentStep[]) => world.execute("ada", steps, { dryRun: true });
const make = (type: string, values: Params): SentStep => ({ name: `${type}.create`, new: values });
const SITE = { name: "s" };
const SETTING = { bcd: "scc-net-web-1" };

/** Type, function, other values of the step, parameter, least and greatest value. */
type Bounded = readonly [string, "create" | "update", Params, string, number, number | null];

const BOUNDED: readonly Bounded[] = [
  ["nd.site", "create", SITE, "geo_lat", -90, 90],
  ["nd.site", "create", SITE, "geo_lon", -180, 180],
  ["nd.bldg", "create", { site: "s", number: "1" }, "geo_lat", -90, 90],
  ["nd.bldg", "create", { site: "s", number: "1" }, "geo_lon", -180, 180],
  ["dhcp.bcd_setting", "update", SETTING, "lease_time", 1, 4_294_967_295],
  ["dns.fqdn", "update", { value: "example.com." }, "zone_ttl_default", 0, 2_147_483_647],
  ["dns.record", "create", { fqdn: "example.com.", type: "TXT", data: "t" }, "ttl", 0, 2_147_483_647],
];

describe("bounds of attributes", () => {
  const step = ([type, fn, more, name]: Bounded, value: Json): SentStep =>
    fn === "create"
      ? make(type, { ...more, [name]: value })
      : { name: `${type}.update`, old: more, new: { [name]: value } };
  const before = ([type]: Bounded): readonly SentStep[] =>
    type === "nd.bldg" ? [make("nd.site", SITE)] : [];

  it.each(BOUNDED)("%s %s %o: %s from %d to %d", async (...bounded) => {
    const [type, , , parameter, min, max] = bounded;
    for (const value of [min, max ?? min]) {
      const said = await dry(...before(bounded), step(bounded, value));
      expect(rowsOf(said, before(bounded).length)[0]).toMatchObject({ [parameter]: value });
    }
    for (const value of [min - 1, (max ?? min) + 1]) {
      const said = await dry(...before(bounded), step(bounded, value));
      expect([codeOf(said), said.ok ? {} : said.exception.details]).toEqual([
        "-20040/6",
        {
          parameter,
          scope: "new",
          data_type: type === "nd.site" || type === "nd.bldg" ? "decimal" : "integer",
          min,
          max,
        },
      ]);
    }
  });

  it("apply only to writing: filters accept any number", async () => {
    const said = await dry(
      { name: "nd.site.list", old: { geo_lat: 91 } },
      {
        name: "dns.record.list",
        old: { ttl: -1 },
      },
    );
    expect([rowsOf(said), rowsOf(said, 1)]).toEqual([[], []]);
  });

  it("are part of the description of the calls", () => {
    const text = JSON.stringify(openApi(world.catalogue, "4.2.1"));
    expect(text).toContain('"lease_time":{"type":"integer","minimum":1,"maximum":4294967295}');
    expect(text).toContain('"geo_lat":{"type":["number","null"],"minimum":-90,"maximum":90}');
  });
});
