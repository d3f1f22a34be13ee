import type { Json, Row } from "#contract/wire/json";
import type { Catalogue } from "../../../server/catalogue/object-type.ts";
import type { Database } from "../../../server/db/database.ts";
import type { HttpWorld } from "../http-server.ts";
import { factsOf, str, type Facts, type Rows } from "./facts.ts";
import { tokenText } from "./load.ts";
import { nameOf, owns, policyOf, sees } from "./oracle.ts";
import { groupAdmins } from "./policy-cntl.ts";
import { addressesOf } from "./policy-dns.ts";
import { MADE_FOR_THE_CALL } from "./policy-wapi.ts";
import { rightsOf, type Caller, type Rights } from "./rights.ts";

/** A server with a generated world, and the rights computed by the oracle. */
export interface Court {
  readonly http: HttpWorld;
  readonly catalogue: Catalogue;
  readonly facts: Facts;
  /** Objects of the types that are compared. */
  readonly objects: ReadonlyMap<string, readonly Row[]>;
}

/** One caller whose rights are compared. */
export interface Visit extends Court {
  readonly caller: Caller;
  readonly name: string;
  readonly who: Rights;
  /** Reports a difference as a sentence. */
  readonly disagree: (text: string) => void;
  /** Counts one compared triple: (caller, function, object). */
  readonly count: (fn: string, type: string, row: Row, way: string) => void;
}

export interface Step {
  readonly name: string;
  readonly [member: string]: Json;
}

export type Answer =
  | { readonly lists: readonly (readonly Row[])[] }
  | { readonly fault: string; readonly position: number; readonly details: Row };

/** Rows that the server created from its own descriptions. */
export async function serverRows(db: Database, catalogue: Catalogue): Promise<Rows> {
  const rows: Record<string, Row[]> = {};
  for (const type of catalogue.types.values()) {
    if (type.spec.source !== undefined && type.spec.source !== "metadata") continue;
    const sql = `select to_jsonb(t) || jsonb_build_object('gpk', '${type.spec.gpk}-' || t.id) row from ${type.table} t`;
    const found = await db.query<{ row: Row }>(sql);
    if (found.length > 0) rows[type.name] = found.map(({ row }) => row);
  }
  return rows;
}

export function courtOf(http: HttpWorld, own: Rows, served: Rows): Court {
  const rows: Record<string, readonly Row[]> = { ...served };
  for (const [type, list] of Object.entries(own))
    if (type !== "cntl.permission" && http.catalogue.types.has(type))
      rows[type] = [...(served[type] ?? []), ...list];
  const facts = factsOf(rows);
  const derived: Rows = {
    "cntl.group_admin": groupAdmins(facts),
    "dns.ip_addr": addressesOf(facts),
    "nd.bldg_use": facts.all("nd.bldg").map((row) => ({ ...row, bldg: row["number"] ?? null })),
    "nd.port_use": portUse(facts),
    "nd.ip_subnet_growth": facts.all("nd.ip_subnet"),
    "nd.ip_subnet_use": facts.all("nd.ip_subnet"),
    "nd.access_point": facts.where("nd.device", "type", "ap"),
  };
  const objects = new Map<string, readonly Row[]>();
  for (const type of http.catalogue.types.keys())
    if (!MADE_FOR_THE_CALL.has(type)) objects.set(type, derived[type] ?? facts.all(type));
  return { http, catalogue: http.catalogue, facts, objects };
}

/** One row for the ports of one kind in a room; no module of the world is inside another. */
function portUse(facts: Facts): readonly Row[] {
  const uses = facts.all("nd.p_port").map((port): Row => ({
    room_gfk: facts.first("nd.module", "gpk", port["module_gfk"])?.["room_gfk"] ?? null,
    port_type: port["port_type"] ?? null,
    speed: port["speed"] ?? null,
  }));
  return [...new Map(uses.map((row) => [JSON.stringify(row), row])).values()];
}

export function visitOf(court: Court, caller: Caller, said: Pick<Visit, "disagree" | "count">): Visit {
  const login = str(caller.token, "~user_name");
  const name = `${login}${caller.su === null ? "" : ` as ${caller.su}`}${caller.dryRun ? " (dry)" : ""}`;
  return { ...court, caller, name, who: rightsOf(court.facts, caller), ...said };
}

/** A text that identifies a row within its type. */
export function identity(type: string, row: Row): string {
  return policyOf(type).read === "meta" ? str(row, "gpk") : nameOf(type, row);
}

/** Objects of the type that a list should return, with `is_own`. */
export function shown(
  visit: Visit,
  type: string,
): ReadonlyMap<string, { readonly row: Row; readonly isOwn: boolean }> {
  const { who, facts, objects } = visit;
  const rows = (objects.get(type) ?? []).filter((row) => sees(who, type, row, facts));
  return new Map(rows.map((row) => [identity(type, row), { row, isOwn: owns(who, type, row, facts) }]));
}

/** Executes list steps in one call. */
export async function execute(
  visit: Visit,
  steps: readonly Step[],
  options: { readonly dryRun?: boolean } = {},
): Promise<Answer> {
  const { su, dryRun, token } = visit.caller;
  const query = new URLSearchParams();
  if (su !== null) query.set("su_login_name", su);
  if (options.dryRun ?? dryRun) query.set("dry_mode", "true");
  return answerOf(
    await visit.http.post(`/api/4.2/wapi/transaction/execute?${query.toString()}`, steps, tokenText(token)),
  );
}

export async function list(visit: Visit, type: string): Promise<Answer> {
  const [system = "", object = ""] = type.split(".");
  return answerOf(await visit.http.get(`/api/4.2/${system}/${object}/list`, tokenText(visit.caller.token)));
}

function answerOf(answered: Awaited<ReturnType<HttpWorld["get"]>>): Answer {
  if (answered.status === 200) return { lists: answered.lists };
  const at = answered.exception.traceback?.transaction_statement.position ?? -1;
  return { fault: answered.fault, position: at, details: answered.exception.details };
}
