import type { Row } from "#contract/wire/json";
import type { Database } from "../../../server/db/database.ts";
import { courtOf, visitOf, type Visit } from "./court.ts";
import { str, type Rows } from "./facts.ts";
import type { OpenCourt } from "./open.ts";

/** Rights that can be given to an account: links by which it administers objects, roles, or one permission by a role of its own. */
export type Gift =
  | { readonly group: string }
  | { readonly unit: string }
  | { readonly role: string }
  | { readonly permission: string };

/**
 * Gives things to the account of a visit, runs the work, and takes them back. A subaccount has only rights that its main account also has, so both
 * get them. An API token gets the role too.
 */
export async function given<T>(
  court: OpenCourt,
  visit: Visit,
  gifts: readonly Gift[],
  work: () => Promise<T>,
): Promise<T> {
  const { db } = court.http;
  const taken: string[] = [];
  for (const row of linksOf(visit, gifts)) taken.push(...(await insert(db, row)));
  await newEpoch(db);
  try {
    return await work();
  } finally {
    for (const sql of taken.toReversed()) await db.query(sql);
    await newEpoch(db);
  }
}

/** The visit in a world that also has these links. */
export function visitWith(court: OpenCourt, visit: Visit, gifts: readonly Gift[]): Visit {
  const rows: Record<string, readonly Row[]> = { ...court.own };
  for (const { type, row } of linksOf(visit, gifts)) rows[type] = [...(rows[type] ?? []), row];
  return visitOf(courtOf(court.http, rows satisfies Rows, court.served), visit.caller, {
    disagree: visit.disagree,
    count: visit.count,
  });
}

interface Link {
  readonly type: string;
  readonly row: Row;
}

const PROBE = "r-probe";

function linksOf(visit: Visit, gifts: readonly Gift[]): readonly Link[] {
  const account = visit.facts.first("cntl.mgr", "login_name", visit.who.login);
  const logins = [visit.who.login, str(account, "parent_login_name")].filter((login) => login !== "");
  return gifts.flatMap((gift): readonly Link[] => {
    if ("group" in gift)
      return logins.map((login_name) => ({
        type: "cntl.mgr2group",
        row: { login_name, group_name: gift.group },
      }));
    if ("unit" in gift)
      return logins.map((login_name) => ({ type: "cntl.mgr2ou", row: { login_name, ou: gift.unit } }));
    const name = "role" in gift ? gift.role : PROBE;
    const token: Link = {
      type: "cntl.wapi_auth2role",
      row: { wapi_auth_gfk: visit.who.token, role_name: name },
    };
    const made: readonly Link[] =
      "permission" in gift
        ? [{ type: "cntl.role2permission", row: { role_name: PROBE, permission_name: gift.permission } }]
        : [];
    return [
      ...made,
      ...logins.map((login_name): Link => ({ type: "cntl.mgr2role", row: { login_name, role_name: name } })),
      token,
    ];
  });
}

/** Table and key column to which each column of a link refers. */
const TARGETS: Readonly<Record<string, readonly [table: string, key: string]>> = {
  login_name: ["cntl.mgr", "login_name"],
  group_name: ['cntl."group"', "name"],
  ou: ["org.unit", "fq_name"],
  role_name: ["cntl.role", "name"],
  permission_name: ["cntl.permission", "name"],
};

/** Inserts the link. Returns statements that remove it again; none if it already existed. */
async function insert(db: Database, { type, row }: Link): Promise<readonly string[]> {
  const names = Object.keys(row);
  const values = names.map((name, at) => {
    const target = TARGETS[name];
    return target === undefined
      ? `substring($${String(at + 1)}::text from '[0-9]+$')::bigint`
      : `(select t.id from ${target[0]} t where t.${target[1]} = $${String(at + 1)})`;
  });
  if (row["role_name"] === PROBE)
    await db.query("insert into cntl.role (name) values ($1) on conflict do nothing", [PROBE]);
  const sql = `insert into ${type} (${names.join(", ")}) values (${values.join(", ")}) on conflict do nothing returning id::text id`;
  const made = await db.query<{ id: string }>(sql, Object.values(row));
  return made.map(({ id }) => `delete from ${type} where id = ${id}`);
}

async function newEpoch(db: Database): Promise<void> {
  await db.query("update wapi.rights_epoch set epoch = epoch + 1");
}
