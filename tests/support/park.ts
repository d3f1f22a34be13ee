import { catalogueOf } from "../../server/catalogue/load.ts";
import { defineObjectType, type ObjectTypeSpec } from "../../server/catalogue/define.ts";
import type { Actor } from "../../server/access/actor.ts";
import { NO_SETS } from "../../server/access/rights.ts";
import type { ActorResolver } from "../../server/access/resolve.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import { applyDefinition } from "../../server/db/apply.ts";
import type { Database } from "../../server/db/database.ts";
import { createPool } from "../../server/db/pool.ts";
import { planSteps } from "../../server/wapi/call/plan.ts";
import { presentWhole } from "../../server/wapi/call/present.ts";
import { runPlans } from "../../server/wapi/call/run.ts";
import type { Json, Row } from "#contract/wire/json";
import { emptyDatabase } from "./postgres.ts";

const both = (text: string) => ({ de: text, en: text });

/** Areas of a park form a tree, and own the plants there. The types have every data type and kind of reference. */
const area = defineObjectType({
  name: "park.area",
  gpk: "area",
  label: both("area"),
  description: both("area"),
  attributes: {
    name: { type: "text_id", label: both("name") },
    parent: { type: "text_id", label: both("parent"), nullable: true, ref: { to: "park.area" } },
    plant_count: {
      type: "integer",
      label: both("plants"),
      computed: "(select count(*) from park.plant p where p.area = t.id)",
    },
    hierarchy_gfk_list: {
      type: "gpk_array",
      label: both("path"),
      computed: "array(select 'area-' || p.id from unnest(t.path) with ordinality p(id, n) order by p.n)",
    },
  },
  key: ["name"],
  title: ["name"],
  hierarchy: { parent: "parent" },
  relations: [
    { name: "api_func_park_area_is_subset", to: "park.area", sql: "t.id = any(e.path)" },
    { name: "api_func_park_area_is_superset", to: "park.area", sql: "e.id = any(t.path)" },
  ],
  functions: { create: {}, update: {}, delete: {} },
  own: { column: "id", in: "units" },
  read: "all",
  write: {},
});

const plant = defineObjectType({
  name: "park.plant",
  gpk: "plant",
  label: both("plant"),
  description: both("plant"),
  attributes: {
    area: { type: "text_id", label: both("area"), ref: { to: "park.area" } },
    number: { type: "integer", label: both("number") },
    text: { type: "text", label: both("text"), nullable: true },
    height: { type: "decimal", label: both("height"), nullable: true },
    is_tree: { type: "boolean", label: both("tree"), default: false },
    planted: { type: "timestamp", label: both("planted"), nullable: true },
    address: { type: "inet", label: both("address"), nullable: true },
    network: { type: "cidr", label: both("network"), nullable: true },
    mac: { type: "mac_addr", label: both("mac"), nullable: true },
    tag_list: { type: "text_line_array", label: both("tags"), nullable: true },
    address_list: { type: "inet_array", label: both("addresses"), nullable: true },
    data: { type: "json", label: both("data"), nullable: true },
    secret: { type: "text_line", label: both("secret"), nullable: true, secret: true },
    beside_gfk: { type: "gpk", label: both("beside"), nullable: true, ref: { to: "park.area", by: "gpk" } },
  },
  key: ["area", "number"],
  title: ["area", "number"],
  functions: { create: {}, update: {}, delete: {} },
  filters: {
    min_height: { type: "decimal", label: both("least height"), sql: "t.height >= {value}" },
  },
  own: { column: "area", in: "units" },
  read: "own",
  write: {},
  storage: { searched: ["text"] },
});

const sign = defineObjectType({
  name: "park.sign",
  gpk: "sign",
  label: both("sign"),
  description: both("sign"),
  attributes: {
    area: { type: "text_id", label: both("area"), partOf: "plant" },
    number: { type: "integer", label: both("number"), partOf: "plant" },
    text: { type: "text_line", label: both("text") },
  },
  composite: [{ name: "plant", column: "plant", attributes: ["area", "number"], to: "park.plant" }],
  key: ["area", "number", "text"],
  title: ["text"],
  functions: { create: {}, update: {}, delete: {} },
  own: null,
  read: "all",
  write: {},
});

/** A definition without the literal types of its file, as the loader sees it. */
function widened(spec: object): [string, ObjectTypeSpec] {
  const known = spec as ObjectTypeSpec;
  return [known.name, known];
}

/** An actor that owns the given areas. */
export function visitor(units: readonly string[], permissions: readonly string[] = []): Actor {
  return {
    token: "1",
    isSessionToken: true,
    person: "1",
    actorLogin: "visitor",
    login: "visitor",
    account: "1",
    kind: "main",
    isImpersonating: false,
    hidesSecrets: false,
    allowsWriting: true,
    roles: [],
    permissions: new Set(permissions),
    standing: null,
    sets: { ...NO_SETS, units },
  };
}

/** Lists need only the rights of their actor, so nothing is resolved. */
const NO_RESOLVER: ActorResolver = {
  actorOf: () => Promise.reject(new Error("lists resolve no actor")),
  renewed: () => Promise.reject(new Error("lists renew no actor")),
};

export interface Park {
  readonly db: Database;
  readonly catalogue: Catalogue;
  /** Result lists by key. */
  lists(steps: Json, actor?: Actor): Promise<Readonly<Record<string, readonly Row[]>>>;
  close(): Promise<void>;
}

/** Creates a database that has only the tables of the park. */
export async function openPark(): Promise<Park> {
  const catalogue = catalogueOf(new Map([area, plant, sign].map(widened)));
  const made = await emptyDatabase();
  const db = createPool({ connectionString: made.url }, 10);
  await applyDefinition(db, catalogue, { hash: "park", rows: {}, numbered: () => ({}) });
  return {
    db,
    catalogue,
    async lists(steps, actor = visitor([], ["park.ro:plant"])) {
      const results = await runPlans(planSteps(steps, catalogue), {
        db,
        catalogue,
        resolver: NO_RESOLVER,
        actor,
        rollsBack: false,
        withTranslations: true,
        steps,
      });
      // Parse boundary: `present` writes an object of lists in dict mode.
      return JSON.parse(presentWhole(results, true)) as Record<string, readonly Row[]>;
    },
    async close() {
      await db.close();
      await made.drop();
    },
  };
}
