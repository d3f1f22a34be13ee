import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import type { Actor } from "../../server/access/actor.ts";
import type { ActorResolver } from "../../server/access/resolve.ts";
import { ACTOR_SETS } from "../../server/catalogue/define.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import { relationsBetween } from "../../server/sql/join.ts";
import { createExecutor, type Executor } from "../../server/wapi/call/execute.ts";
import { listParameters, type ListParameter } from "../../server/wapi/list/plan.ts";
import { needed } from "../support/campus-lists.ts";
import { visitor } from "../support/park.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";
import { joined } from "../support/small-world.ts";

const catalogue: Catalogue = await loadCatalogue();
const ROWS_OF_ALL = [...catalogue.types.values()].flatMap(({ system, object }) => `${system}.ro:${object}`);
const some = Object.fromEntries(Object.keys(ACTOR_SETS).map((name) => [name, ["1", "2", "3"]]));
const ACTORS: Readonly<Record<string, Actor>> = {
  "reader of all": visitor([], ROWS_OF_ALL),
  "owner of some": { ...visitor([]), sets: { ...visitor([]).sets, ...some } },
};

let database: TestDatabase;
let executor: Executor;

const resolver: ActorResolver = {
  actorOf: (_query, token) => {
    const actor = ACTORS[token ?? ""];
    return actor === undefined ? Promise.reject(new Error("no actor")) : Promise.resolve(actor);
  },
  renewed: (_query, actor) => Promise.resolve(actor),
};

beforeAll(async () => {
  database = await testDatabase();
  executor = createExecutor({ db: database.db, catalogue, resolver, accessMode: "rw" });
}, 120_000);

afterAll(() => database.close());

const HERE =
  "tests/wapi/every-type.test.ts: a required parameter of a list has a value in NEEDED of tests/support/campus-lists.ts, and a data type without the value `x` has one in VALUES";

async function lists(token: string, steps: Json): Promise<readonly Json[][]> {
  const query = new URLSearchParams();
  const call = { target: { kind: "execute" }, token, query, body: JSON.stringify(steps) } as const;
  const { body } = await executor.call(call).catch((error: unknown) => {
    throw new Error(HERE, { cause: error });
  });
  return JSON.parse(typeof body === "string" ? body : await joined(body)) as Json[][];
}

/** A filter value for each data type. */
const VALUES: Readonly<Record<string, Json>> = {
  boolean: true,
  integer: 1,
  decimal: 0.5,
  vlan_id: 1,
  vni: 1,
  inet: "198.51.100.1",
  cidr: "198.51.100.0/24",
  mac_addr: "aa:bb:cc:dd:ee:ff",
  timestamp: "2026-11-20T08:15:00Z",
  date: "2026-11-20",
  fqdn: "example.com.",
  bcd_name: "scc-net-web-1",
  bcd_id: "47.11",
  email: "a@example.com",
  permission_name: "nd.ro:bcd",
  fq_name: "nd.bcd",
  language_tag: "de",
  ou_name: "KIT",
  ou_short_name: "KIT",
  portal_path: "/cntl/groups",
  login_name: "ab1234",
};

function valueFor({ kind, dataType }: ListParameter): Json {
  if (kind === "limit" || kind === "offset") return 1;
  if (kind === "filter") return {};
  if (kind === "sorting") return [];
  if (dataType.element === "json_object") return [{}];
  if (dataType.isArray) return [VALUES[dataType.element ?? ""] ?? "x"];
  return VALUES[dataType.name] ?? "x";
}

describe.each(Object.keys(ACTORS))("every object type, %s", (token) => {
  it.each([...catalogue.types.keys()])(
    "[API-24] %s is listed with every filter and in every order",
    async (name) => {
      const type = catalogue.type(name);
      const base = needed(type);
      const filters = [...listParameters(type)].map(([parameter, spec]) => ({ [parameter]: valueFor(spec) }));
      const isSorted = listParameters(type).has("sorting_params_list");
      const orders = (isSorted ? [...type.attributes.values()] : [])
        .filter(
          ({ dataType, secret }) =>
            !dataType.isArray && !["json", "object"].includes(dataType.jsonName) && secret !== true,
        )
        .map((attribute) => ({ sorting_params_list: [`${attribute.name} DESC`], fetch_limit: 5 }));
      const steps = [...filters, ...orders].map((old) => ({
        name: `${name}.list`,
        old: { ...Object(base), ...old } as Json,
      }));
      expect(await lists(token, steps)).toHaveLength(steps.length);
    },
  );

  it("[API-26] every relation of the catalogue can be joined", async () => {
    const types = [...catalogue.types.values()];
    for (const earlier of types) {
      const steps: Json[] = [{ idx: "e", name: `${earlier.name}.list`, old: needed(earlier) }];
      for (const later of types) {
        for (const name of relationsBetween(later, earlier).keys()) {
          steps.push({ name: `${later.name}.list`, inner_join_ref: { e: name }, old: { fetch_limit: 3 } });
        }
      }
      expect(await lists(token, steps)).toHaveLength(steps.length);
    }
  });
});
