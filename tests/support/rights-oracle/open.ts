import { permissionNames } from "../../../server/access/rules.ts";
import type { Catalogue } from "../../../server/catalogue/object-type.ts";
import { httpWorld } from "../http-server.ts";
import { testDatabase } from "../postgres.ts";
import { courtOf, serverRows, type Court } from "./court.ts";
import { str, type Rows } from "./facts.ts";
import { generate } from "./generate.ts";
import { load, unservedStates } from "./load.ts";
import type { Random } from "./random.ts";
import { isLocked, type Caller } from "./rights.ts";

/** A world made from a seed, on a server of its own. `own` are the rows of the world, `served` those of the server itself. */
export interface OpenCourt extends Court {
  readonly own: Rows;
  readonly served: Rows;
}

export async function openCourt(catalogue: Catalogue, seed: number): Promise<OpenCourt> {
  const database = await testDatabase();
  const served = await serverRows(database.db, catalogue);
  const gpkOf = (type: string, n: number): string =>
    `${catalogue.types.get(type)?.spec.gpk ?? "none"}-${String((served[type]?.length ?? 0) + n)}`;
  const made = generate(seed, gpkOf, permissionsOf(catalogue, served));
  await load(database.db, catalogue, made);
  const unserved = Object.entries(await unservedStates(database.db, catalogue));
  const own = Object.fromEntries([
    ...Object.entries(made),
    ...unserved.map(([state, rows]) => [state, [...(made[state] ?? []), ...rows]] as const),
  ]);
  return { ...courtOf(await httpWorld({}, () => Promise.resolve(database)), own, served), own, served };
}

/** Names of all permissions in the order of the catalogue, so that a seed always gives the same roles. */
function permissionsOf(catalogue: Catalogue, served: Rows): readonly string[] {
  const offered = new Set(served["cntl.permission"]?.map((row) => str(row, "name")));
  const types = [...catalogue.types.values()].filter(({ spec }) => spec.read !== "meta");
  const names = new Set([...types.flatMap(permissionNames), "wapi.su_access"]);
  return [...names].filter((name) => offered.has(name));
}

/** Callers: every token, own subaccounts in dry runs, and a few accounts impersonated by accounts with the permission for it. */
export function callersOf({ facts }: Court, random: Random): readonly Caller[] {
  const tokens = facts.all("cntl.wapi_auth");
  const free = facts
    .all("cntl.mgr")
    .filter((row) => !isLocked(facts, row))
    .map((row) => str(row, "login_name"));
  const plain = tokens.filter(
    (token) => token["login_name"] === null || free.includes(str(token, "login_name")),
  );
  const subs = plain.flatMap((token) =>
    facts
      .where("cntl.mgr", "parent_login_name", token["login_name"] ?? "-")
      .filter((row) => free.includes(str(row, "login_name")))
      .slice(0, 1)
      .map((row) => ({ token, su: str(row, "login_name"), dryRun: true })),
  );
  const [, second] = tokens;
  const others =
    second === undefined
      ? []
      : random.some(free, 4).map((su) => ({ token: second, su, dryRun: random.chance(50) }));
  return [...plain.map((token) => ({ token, su: null, dryRun: false })), ...subs, ...others];
}
