import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPool } from "../../server/db/pool.ts";
import { adminUrl } from "../support/databases.ts";
import { FAULT_CATALOGUE } from "../support/fault-catalogue.ts";
import { answered, httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { sendRaw } from "../support/raw-http.ts";
import { demoToken } from "../support/postgres.ts";

const EXECUTE = "/api/4.2/wapi/transaction/execute";

let world: HttpWorld;
let readOnly: HttpWorld;
const token: Record<string, string> = {};

beforeAll(async () => {
  [world, readOnly] = [await httpWorld(), await httpWorld({ NETPORTAL_ACCESS_MODE: "ro" })];
  for (const name of ["ada", "otto", "greta", "lars", "nora"]) token[name] = await world.signIn(name);
  token["otto-sub"] = demoToken("otto-sub");
  const ready = await as("ada", [
    { name: "nd.site.create", new: { name: "f-site" } },
    { name: "nd.bldg.create", new: { site: "f-site", number: "1" } },
    { name: "org.unit_type.create", new: { short_name: "f-type", title: "t", position: 99 } },
    { name: "org.unit.create", new: { short_name: "F", title: "t", unit_type: "f-type" } },
    {
      name: "org.unit.create",
      new: { short_name: "G", title: "t", unit_type: "f-type", parent: "F", can_have_mgr: false },
    },
    { name: "nd.bcd.create", new: { name: "f-net-one" } },
    { name: "nd.ip_subnet.create", new: { cidr: "203.0.113.0/24", bcd: "f-net-one" } },
    { name: "dns.fqdn.create", new: { value: "f.example.", type: "domain", is_zone_apex: true } },
    { name: "dns.record.create", new: { fqdn: "f.example.", type: "TXT", data: "here" } },
    { name: "cntl.group.create", new: { name: "f-group" } },
    { name: "cntl.mgr.create", new: { is_svc: true, svc_id: "f", ou: "F" } },
  ]);
  expect(ready.text.slice(0, 400)).toMatch(/^\[\[/);
});
afterAll(async () => {
  await world.close();
  await readOnly.close();
});

type Step = Readonly<Record<string, unknown>>;

function as(person: string, steps: readonly Step[] | string, query = ""): Promise<Answered> {
  return world.post(`${EXECUTE}${query}`, steps, token[person]);
}

/** Makes the database raise this SQLSTATE when a site changes, as a failing disk or a serialization failure would. */
async function whileSitesRaise(sqlstate: string, call: () => Promise<Answered>): Promise<Answered> {
  await world.db.query(
    `create function nd.fails() returns trigger language plpgsql as
     $$ begin raise exception 'no' using errcode = '${sqlstate}'; end $$`,
  );
  await world.db.query(
    "create trigger fails before update on nd.site for each row execute function nd.fails()",
  );
  try {
    return await call();
  } finally {
    await world.db.query("drop trigger fails on nd.site");
    await world.db.query("drop function nd.fails()");
  }
}

/** Makes the database refuse new connections, and ends the open ones. */
async function lose({ url }: HttpWorld): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  // PostgreSQL 15 allows this only from another database.
  const admin = createPool({ connectionString: adminUrl(url) }, 1);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  await admin.close();
}

/** Bytes that are no request need a connection. */
async function raw(bytes: string): Promise<Answered> {
  if (!world.http.server.listening) await world.http.listen({ host: "127.0.0.1", port: 0 });
  const { status, headers, text } = await sendRaw(world.http.listeningOrigin, bytes);
  return answered({ statusCode: status, headers, payload: text });
}

const rename = (): Promise<Answered> =>
  as("ada", [{ name: "nd.site.update", old: { name: "f-site" }, new: { title: "other" } }]);

const list = (name: string, members: Step): readonly Step[] => [{ name, ...members }];

/** Provokes each fault. */
const PROVOKED: Readonly<Record<string, () => Promise<Answered>>> = {
  token_missing: () => world.post(EXECUTE, []),
  su_login_name_not_found: () => as("ada", [], "?su_login_name=nobody"),
  token_invalid: () => world.post(EXECUTE, [], "x".repeat(64)),
  login_failed: () => world.post("/api/login", { username: "ada", password: "wrong" }),
  permission_missing: () => as("greta", list("nd.site.create", { new: { name: "hers" } })),
  su_access_missing: () => as("greta", [], "?su_login_name=otto"),
  user_locked: () => as("lars", []),
  data_manipulation_not_allowed: async () => {
    const allow = (may: boolean): Promise<Answered> =>
      as("otto", [
        { name: "cntl.mgr.update", old: { login_name: "otto-sub" }, new: { allow_data_manipulation: may } },
      ]);
    await allow(false);
    const refused = await as("otto-sub", list("nd.site.create", { new: { name: "x" } }));
    await allow(true);
    return refused;
  },
  not_while_impersonating: () =>
    as("ada", list("cntl.wapi_auth.create", { new: { login_name: "otto-sub" } }), "?su_login_name=otto"),
  account_unknown: () => as("nora", list("nd.site.create", { new: { name: "x" } })),
  main_account_required: () =>
    as("otto-sub", list("cntl.mgr.update", { old: { login_name: "otto-sub" }, new: { description: "x" } })),
  object_not_found: () => as("ada", list("nd.site.delete", { old: { name: "none" } })),
  referenced_object_not_found: () =>
    as("ada", list("nd.bldg.create", { new: { site: "none", number: "1" } })),
  unique_violation: () => as("ada", list("nd.site.create", { new: { name: "f-site" } })),
  foreign_key_child_found: () => as("ada", list("nd.site.delete", { old: { name: "f-site" } })),
  check_violation: () =>
    as(
      "ada",
      list("nd.ip_subnet.update", { old: { cidr: "203.0.113.0/24" }, new: { gateway_addr: "192.0.2.1" } }),
    ),
  overlap: () =>
    as("ada", list("nd.ip_subnet.create", { new: { cidr: "203.0.113.128/25", bcd: "f-net-one" } })),
  required_missing: () => as("ada", list("nd.site.create", { new: {} })),
  null_not_allowed: () => as("ada", list("nd.site.create", { new: { name: null } })),
  wrong_type: () => as("ada", list("nd.site.create", { new: { name: "x", geo_lat: "north" } })),
  too_long: () => as("ada", list("nd.site.create", { new: { name: "x".repeat(65) } })),
  bad_format: () => as("ada", list("dns.fqdn.create", { new: { value: "a..example." } })),
  out_of_range: () => as("ada", list("nd.site.list", { old: { fetch_limit: 0 } })),
  old_value_changed: () =>
    as("ada", list("nd.site.update", { old: { name: "f-site", title: "older" }, new: { title: "new" } })),
  concurrent_change: () => whileSitesRaise("40001", rename),
  main_account_not_deletable: () => as("ada", list("cntl.mgr.delete", { old: { login_name: "greta" } })),
  api_token_for_main_account: () => as("ada", list("cntl.wapi_auth.create", { new: { login_name: "ada" } })),
  exceeds_main_account: () =>
    as("ada", list("cntl.mgr2group.create", { new: { login_name: "otto-sub", group_name: "f-group" } })),
  cname_conflict: () =>
    as("ada", [
      { name: "dns.record.create", new: { fqdn: "f.example.", type: "CNAME", data: "f.example." } },
    ]),
  ou_without_managers: () =>
    as("ada", list("cntl.mgr2ou.create", { new: { login_name: "greta", ou: "F::G" } })),
  service_account_restricted: () =>
    as("ada", [
      { name: "cntl.role.create", new: { name: "f-role" } },
      { name: "cntl.mgr2role.create", new: { login_name: "svc-f", role_name: "f-role" } },
    ]),
  port_state: async () => {
    const { lists } = await world.get(
      "/api/4.2/nd/p_port/list?is_connected=false&fetch_limit=1",
      token["ada"],
    );
    return as("ada", list("nd.p_port.disconnect", { old: { gpk: lists[0]?.[0]?.["gpk"] } }));
  },
  address_not_usable: () =>
    as("ada", list("dns.record.create", { new: { fqdn: "f.example.", type: "A", data: "203.0.113.255" } })),
  subtree_loop: () => as("ada", list("org.unit.update", { old: { fq_name: "F" }, new: { parent: "F::G" } })),
  malformed_json: () => as("ada", '[{"name": '),
  malformed_step: () => as("ada", [{ name: "nd.site.list", join: {} }]),
  unknown_function: () => as("ada", [{ name: "nd.site.vanish" }]),
  unknown_parameter: () => as("ada", list("nd.site.list", { old: { colour: "red" } })),
  unknown_reference: () =>
    as("ada", [
      { idx: "a", name: "nd.site.list" },
      { name: "nd.vlan.list", inner_join_ref: { a: "default" } },
    ]),
  ambiguous_reference: () =>
    as("ada", [
      { idx: "a", name: "dns.fqdn.list", old: { fetch_limit: 1 } },
      { name: "dns.record.list", inner_join_ref: { a: "default" } },
    ]),
  bad_filter: () => as("ada", list("nd.site.list", { old: { filter_params_dict: { name: "x" } } })),
  bad_sorting: () => as("ada", list("nd.site.list", { old: { sorting_params_list: ["colour"] } })),
  unsupported_version: () => world.get("/api/3.2/nd/site/list", token["ada"]),
  unknown_path: () => world.get("/api/none", token["ada"]),
  method_not_allowed: () => world.get(EXECUTE, token["ada"]),
  unsupported_media_type: () =>
    world.send({ method: "POST", url: EXECUTE, headers: { "content-type": "text/plain" }, payload: "[]" }),
  malformed_request: () => raw("GARBAGE\r\n\r\n"),
  headers_too_large: () => raw(`GET / HTTP/1.1\r\nhost: x\r\nlong: ${"x".repeat(140_000)}\r\n\r\n`),
  too_much_kept: async () => {
    // Together the rows have more than 128 MiB.
    await world.db.query(
      "insert into nd.bcd (name, description) select 'kept' || i, repeat('ab', 40000) from generate_series(1, 1800) i",
    );
    const refused = await as("ada", [
      { idx: "bcds", name: "nd.bcd.list" },
      { name: "nd.site.list", old_ref_params: [{ idx: "bcds", params: { name: "name" } }] },
    ]);
    await world.db.query("delete from nd.bcd where name like 'kept%'");
    return refused;
  },
  busy: () => whileSitesRaise("53300", rename),
  too_many_steps: () =>
    as(
      "ada",
      Array.from({ length: 100_001 }, () => ({ name: "nd.site.list" })),
    ),
  body_too_large: () => world.post("/api/4.2/nd/site/create", " ".repeat(2 ** 20 + 1), token["ada"]),
  too_many_executions: () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({ name: `f${String(at)}` }));
    return as("ada", [
      { idx: "a", name: "tmp.generic_object.list", old: { _dict_list: rows } },
      { idx: "b", name: "tmp.generic_object.list", old: { _dict_list: rows } },
      {
        name: "nd.site.create",
        new_ref_params: [
          { idx: "a", params: { name: "name" } },
          { idx: "b", params: { title: "name" }, join_type: "cross" },
        ],
      },
    ]);
  },
  too_many_values: () =>
    as("ada", list("nd.site.list", { old: { name_list: Array.from({ length: 10_001 }, () => "x") } })),
  time_limit: () => whileSitesRaise("57014", rename),
  too_many_requests: async () => {
    const failing = { username: "nobody", password: "wrong" };
    for (let at = 0; at < 10; at++) await world.post("/api/login", failing);
    return world.post("/api/login", failing);
  },
  read_only: async () =>
    readOnly.post("/api/4.2/nd/site/create", { new: { name: "x" } }, await readOnly.signIn("ada")),
  internal: () => whileSitesRaise("XX000", rename),
  others_wait: () => whileSitesRaise("NP001", rename),
  outcome_unknown: () => whileSitesRaise("08007", rename),
  not_ready: async () => {
    const lost = await httpWorld();
    const session = await lost.signIn("ada");
    await lose(lost);
    const answer = await lost.get("/api/4.2/nd/site/list", session);
    await lost.close();
    return answer;
  },
};

describe("[API-40] every fault of the catalogue is answered over HTTP with its code, status, details and texts", () => {
  it.each(FAULT_CATALOGUE)("%s", async (name, type, code, status, members) => {
    const answer = await (PROVOKED[name] ?? (() => Promise.reject(new Error(`${name} is not provoked`))))();
    const { exception } = answer;
    expect({ fault: answer.fault, name: exception.error.name, status: answer.status }).toEqual({
      fault: `${String(type)}/${String(code)}`,
      name,
      status,
    });
    expect(Object.keys(exception.details).toSorted()).toEqual([...members].toSorted());
    expect(exception.description).toMatch(/\S{3}/);
    expect(exception.error_type.description).toMatch(/\S{3}/);
    expect(exception.hint === null || exception.hint.length > 3).toBe(true);
    expect(answer.headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
    expect(Object.keys(exception).toSorted()).toEqual([
      "description",
      "details",
      "error",
      "error_type",
      "hint",
      "traceback",
    ]);
    expect(answer.text).not.toMatch(/SQLSTATE|node_modules|\.ts:\d/);
  });
});
