import { createActorResolver, type ActorResolver } from "../../server/access/resolve.ts";
import { tokenHash } from "../../server/access/token.ts";
import type { WireException } from "#contract/wire/fault";
import type { Json, Params, Row } from "#contract/wire/json";
import { Refusal } from "../../server/faults.ts";
import { createExecutor, type Executor } from "../../server/wapi/call/execute.ts";
import { GRAMMAR, type Grammar } from "../../server/wapi/step.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import type { Database } from "../../server/db/database.ts";
import { sqlStateOf } from "../../server/db/pool.ts";
import { databaseWith, type Filling, type TestDatabase } from "./postgres.ts";

export interface SentStep {
  readonly name: string;
  readonly idx?: string;
  readonly old?: Params;
  readonly new?: Params;
  readonly [member: string]: Json | undefined;
}

export type Said =
  | { readonly ok: true; readonly lists: readonly (readonly Row[])[]; readonly state: string | undefined }
  | { readonly ok: false; readonly status: number; readonly exception: WireException };

export interface Asked {
  readonly dryRun?: boolean;
  readonly su?: string;
  /** The last list has the changed answers of servers. */
  readonly answers?: boolean;
}

/** The small world of the wire contract with its accounts. The token of an account is its login name, repeated. */
export interface SmallWorld extends TestDatabase {
  readonly executor: Executor;
  /** Executor call as this account; null sends no token. */
  execute(login: string | null, steps: readonly SentStep[], asked?: Asked): Promise<Said>;
  /** Executor call of this account as a dry run. */
  dry(login: string | null, ...steps: readonly SentStep[]): Promise<Said>;
  /** Single call `POST …/<function>`, or `GET …/list` with a query. */
  post(login: string | null, name: string, body: Json): Promise<Said>;
  get(login: string | null, name: string, query?: Readonly<Record<string, string>>): Promise<Said>;
}

export const ACCOUNTS = ["ada", "otto", "ab1234", "greta", "lars"] as const;

export async function smallWorld(accessMode: "rw" | "ro" = "rw"): Promise<SmallWorld> {
  const database = await databaseWith(SMALL);
  const executor = executorOf(database.db, database.catalogue, accessMode);
  return { ...database, executor, ...callsOf(executor) };
}

/** Fills a database that has the tables of the product with the small world. */
export async function fillSmallWorld(db: Database, catalogue: Catalogue): Promise<void> {
  await insertAccounts(db, catalogue);
  await fill(callsOf(executorOf(db, catalogue, "rw")));
}

const SMALL: Filling = { name: "small", fill: fillSmallWorld };

/** An executor without a server around it. */
export function executorOf(
  db: Database,
  catalogue: Catalogue,
  accessMode: "rw" | "ro",
  grammar: Grammar = GRAMMAR,
): Executor {
  return createExecutor({ db, catalogue, resolver: resolverOf(db, catalogue), accessMode, grammar });
}

/** A resolver whose notes of the last use of a token, which nobody waits for, fail a test if PostgreSQL refuses them. */
export function resolverOf(db: Database, catalogue: Catalogue): ActorResolver {
  return createActorResolver(db, catalogue, (error) => {
    // A database that is used up, or closed at the end of a test, is no fault of the product. A refused statement is one.
    if (sqlStateOf(error) !== null) throw error;
  });
}

/** Functions that call an executor as the accounts of the world. */
export function callsOf(executor: Executor): Pick<SmallWorld, "execute" | "dry" | "post" | "get"> {
  const call = async (
    target: Parameters<Executor["call"]>[0]["target"],
    login: string | null,
    query: URLSearchParams,
    body: string | null,
  ): Promise<Said> => {
    try {
      const answer = await executor.call({
        target,
        token: login === null ? null : tokenOf(login),
        query,
        body,
      });
      const text = typeof answer.body === "string" ? answer.body : await joined(answer.body);
      // Parse boundary: the server writes lists of rows in step order.
      return { ok: true, lists: JSON.parse(text) as Row[][], state: answer.headers["X-Transaction-State"] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: false, status: error.status, exception: error.exception };
    }
  };
  const single = (name: string) => {
    const at = name.lastIndexOf(".");
    return { kind: "function", object: name.slice(0, at), operation: name.slice(at + 1) } as const;
  };
  const execute: SmallWorld["execute"] = (login, steps, asked = {}) => {
    const query = new URLSearchParams();
    if (asked.dryRun === true) query.set("dry_mode", "true");
    if (asked.answers === true) query.set("service_mode", "true");
    if (asked.su !== undefined) query.set("su_login_name", asked.su);
    return call({ kind: "execute" }, login, query, JSON.stringify(steps));
  };
  return {
    execute,
    dry: (login, ...steps) => execute(login, steps, { dryRun: true }),
    post: (login, name, body) => call(single(name), login, new URLSearchParams(), JSON.stringify(body)),
    get: (login, name, query = {}) => call(single(name), login, new URLSearchParams(query), null),
  };
}

/** The text of an answer that is sent while it is made. */
export async function joined(parts: AsyncIterable<string | Buffer>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part.toString();
  return text;
}

/** Text of the token of an account of the world. */
export function tokenOf(login: string): string {
  return `${login}-`
    .repeat(20)
    .replace(/[^A-Za-z0-9_-]/g, "")
    .slice(0, 64);
}

/** `code/code` of a fault, as section 8 of the contract writes it; `200` for an answer. */
export function codeOf(said: Said): string {
  return said.ok ? "200" : `${String(said.exception.error_type.code)}/${String(said.exception.error.code)}`;
}

/** Details of a refusal; empty for a success. */
export function detailsOf(said: Said): WireException["details"] {
  return said.ok ? {} : said.exception.details;
}

/** The refused step; null for a success, undefined if the refusal names no step. */
export function failedStep(said: Said) {
  return said.ok ? null : said.exception.traceback?.transaction_statement;
}

/** Rows of one list, by default the first. Throws the text of a fault. */
export function rowsOf(said: Said, list = 0): readonly Row[] {
  if (!said.ok) throw new Error(JSON.stringify(said.exception));
  return said.lists[list] ?? [];
}

/** The text of an attribute of a row; empty if the row has none. */
export function textIn(row: Row | undefined, name: string): string {
  const value = row?.[name];
  return typeof value === "string" ? value : "";
}

async function insertAccounts(db: Database, catalogue: Catalogue): Promise<void> {
  const account = (login: string, more: Record<string, Json> = {}) => ({
    login_name: login,
    is_svc: false,
    is_adm_locked: false,
    ...more,
  });
  const rows = [
    ...ACCOUNTS.map((login) => account(login, { is_adm_locked: login === "lars" })),
    account("svc-web", { is_svc: true, svc_id: "web" }),
  ];
  const insert = `insert into cntl.mgr (login_name, parent_login_name, sub_id, is_svc, svc_id, is_adm_locked)
    select i.login_name, (select m.id from cntl.mgr m where m.login_name = i.parent), i.sub_id, i.is_svc, i.svc_id, i.is_adm_locked
    from json_to_recordset($1::json) i(login_name text, parent text, sub_id text, is_svc boolean, svc_id text, is_adm_locked boolean)`;
  await db.query(insert, [JSON.stringify(rows)]);
  await db.query(insert, [
    JSON.stringify([
      account("ab1234-dns", { parent: "ab1234", sub_id: "dns" }),
      account("ab1234-none", { parent: "ab1234", sub_id: "none" }),
    ]),
  ]);
  const tokens = [...ACCOUNTS, "svc-web", "ab1234-dns", "ab1234-none", "nora"].map((login) => ({
    login,
    hash: tokenHash(tokenOf(login)),
    is_session: !login.includes("-"),
  }));
  await db.query(
    `insert into cntl.wapi_auth (login_name, user_name, is_session, token_hash, expiration_date)
     select m.id, i.login, i.is_session, i.hash, now() + interval '1 day'
     from json_to_recordset($1::json) i(login text, hash text, is_session boolean) left join cntl.mgr m on m.login_name = i.login`,
    [JSON.stringify(tokens)],
  );
  await db.query("insert into cntl.role (name, is_assignable) values ('admin', true), ('dns_admin', true)");
  await db.query(
    "insert into cntl.role2permission (role_name, permission_name) select r.id, p.id from cntl.role r, cntl.permission p where r.name = 'admin' or p.name like 'dns.%'",
  );
  await db.query(
    "insert into cntl.mgr2role (login_name, role_name) select m.id, r.id from cntl.mgr m, cntl.role r where m.login_name = 'ada' and r.name = 'admin'",
  );
  if (!catalogue.types.has("dns.record")) throw new Error("the catalogue has no dns.record");
}

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });

/** Creates the OUs, groups, BCDs, subnets and zones of the contract as the administrator. */
async function fill(calls: Pick<SmallWorld, "execute">): Promise<void> {
  const said = await calls.execute("ada", [
    create("org.unit_type", { short_name: "abt", title: "Abteilung", position: 1 }),
    create("org.unit", { short_name: "KIT", title: "KIT", unit_type: "abt" }),
    create("org.unit", { short_name: "SCC", title: "SCC", unit_type: "abt", parent: "KIT" }),
    create("org.unit", { short_name: "NET", title: "Netze", unit_type: "abt", parent: "KIT::SCC" }),
    create("cntl.mgr2ou", { login_name: "otto", ou: "KIT::SCC" }),
    create("cntl.mgr2ou", { login_name: "svc-web", ou: "KIT::SCC::NET" }),
    create("cntl.group", { name: "scc-net-web", ou: "KIT::SCC::NET" }),
    create("cntl.group", { name: "scc-net-web-dns", parent_group_name: "scc-net-web" }),
    create("cntl.group", { name: "other" }),
    create("cntl.mgr2group", { login_name: "ab1234", group_name: "scc-net-web" }),
    create("cntl.mgr2group", { login_name: "ab1234-dns", group_name: "scc-net-web-dns" }),
    create("cntl.mgr2group", { login_name: "greta", group_name: "other" }),
    create("nd.bcd", { name: "scc-net-web-1", id: "47.11", description: "web servers", seclvl: 1 }),
    create("nd.bcd", { name: "scc-other-1" }),
    create("nd.bcd2group", { bcd: "scc-net-web-1", group_name: "scc-net-web" }),
    create("nd.bcd2group", { bcd: "scc-net-web-1", group_name: "scc-net-web-dns" }),
    create("nd.bcd2ou", { bcd: "scc-net-web-1", ou: "KIT::SCC" }),
    create("nd.bcd2group", { bcd: "scc-other-1", group_name: "other" }),
    create("nd.ip_subnet", {
      cidr: "198.51.100.0/24",
      bcd: "scc-net-web-1",
      gateway_addr: "198.51.100.1",
      reserved_addr_list: ["198.51.100.2", "198.51.100.3"],
    }),
    create("nd.ip_subnet", {
      cidr: "2001:db8:47:11::/64",
      bcd: "scc-net-web-1",
      gateway_addr: "2001:db8:47:11::1",
    }),
    create("nd.ip_subnet", { cidr: "203.0.113.0/24", bcd: "scc-other-1" }),
    create("dns.fqdn", { value: "example.com.", is_zone_apex: true }),
    create("dns.fqdn", { value: "example.org.", is_zone_apex: true }),
    create("dns.fqdn2group", { fqdn: "example.com.", group_name: "scc-net-web" }),
    create("dns.fqdn2group", { fqdn: "example.com.", group_name: "scc-net-web-dns" }),
    create("dns.fqdn2group", { fqdn: "example.org.", group_name: "other" }),
  ]);
  if (!said.ok) throw new Error(JSON.stringify(said.exception, null, 1));
}
