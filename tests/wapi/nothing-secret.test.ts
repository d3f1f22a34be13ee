import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { passwordHash } from "../../server/access/password.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { mailServer, type MailServer } from "../support/mail-server.ts";
import { textIn } from "../support/small-world.ts";

const EXECUTE = "/api/4.2/wapi/transaction/execute";
const PASSWORD = "Passwort-4711-geheim";
const TSIG = "VFNJR1RTSUdUU0lHVFNJRw==";
const WPA2 = "Schluessel-des-Geraets-0815";
const SMTP = "smtp-geheimnis-1";
const METRICS = "metrics-token-".padEnd(40, "m");
/** An invalid token, like an attacker would try. */
const FOREIGN = "F".repeat(64);

let folder = "";
let mails: MailServer;
let world: HttpWorld;
let session = "";
let api = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "netportal-secret-"));
  mails = await mailServer();
  const smtp = new URL(mails.url);
  smtp.username = "netportal";
  smtp.password = SMTP;
  world = await httpWorld({
    NETPORTAL_AUDIT: `file:${join(folder, "audit.log")}`,
    NETPORTAL_METRICS_TOKEN: METRICS,
    NETPORTAL_SMTP_URL: smtp.href,
    NETPORTAL_SUPPORT_EMAIL: "support@tannmuehl.example",
  });
  await world.db.query("update cntl.password set password_hash = $1 where login_name = 'ada'", [
    await passwordHash(PASSWORD),
  ]);
  const signedIn = await world.post("/api/login", { username: "ada", password: PASSWORD });
  session = (JSON.parse(signedIn.text) as { token: string }).token;
  const otto = await world.signIn("otto");
  const made = await world.post(
    EXECUTE,
    [{ name: "cntl.wapi_auth.create", new: { login_name: "otto-sub" } }],
    otto,
  );
  api = textIn(made.lists[0]?.[0], "token");
});
afterAll(async () => {
  await world.close();
  await mails.close();
  rmSync(folder, { recursive: true });
});

/** Secrets where they belong. */
async function rightPlaces(): Promise<void> {
  const server = { name: "ns-secret", address: "127.0.0.1", port: 5353, key_name: "k.x.", key_secret: TSIG };
  const [bcd] = await world.db.query<{ name: string }>("select name from nd.bcd limit 1");
  const client = { mac_addr: "02:00:5e:10:00:01", bcd_name: bcd?.name, wpa2_key: WPA2 };
  const said = await world.post(EXECUTE, [{ name: "output.server.create", new: server }], session);
  expect([said.status, said.text.includes(TSIG)]).toEqual([200, false]);
  const made = await world.post(EXECUTE, [{ name: "macauth.client.create", new: client }], session);
  expect([made.status, made.text.includes(WPA2)]).toEqual([200, true]);
  expect((await world.get("/metrics", METRICS)).status).toBe(200);
  const ticket = { subject: "Test", text: "Test", fields: { bcd: bcd?.name } };
  expect((await world.post("/api/requests/dhcp", ticket, session)).status).toBe(200);
  expect((await world.get("/api/4.2/nd/site/list", api)).status).toBe(200);
}

/** The same secret in every place where it does not belong. */
async function wrongPlaces(secret: string): Promise<readonly Answered[]> {
  const get = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
    world.send({ method: "GET", url, headers });
  const path = encodeURIComponent(secret);
  const steps = [
    { name: `${secret}.create` },
    { name: "nd.site.create", new: { name: "s", [secret]: 1 } },
    { name: "nd.site.create", new: { name: "s", latitude: secret } },
    { name: "nd.site.list", old: { name_regexp: `${secret}(` } },
    { name: "nd.ip_subnet.list", old: { cidr: secret } },
    { name: "output.server.create", new: { name: "ns", address: secret, port: 1, key_secret: [secret] } },
    { name: "cntl.wapi_auth.delete", old: { gpk: secret } },
  ];
  const asked = [
    get(`/${path}`),
    get(`/${path}`, { accept: "text/html" }),
    get(`/api/${path}`),
    get(`/${path}/%E0`),
    get(`/api/4.2/${path}/${path}/list`),
    get(`/api/4.2/nd/site/list?token=${path}`),
    get(`/api/ip_contact/${path}`, { authorization: `Bearer ${session}` }),
    get(`/api/oui_lookup/${path}`),
    get(`/api/oic_create_token?code=${path}&state=${path}`),
    get("/api/4.2/nd/site/list", { authorization: `Basic ${secret}` }),
    get("/api/4.2/nd/site/list", { cookie: `token=${secret}` }),
    get("/api/4.2/nd/site/list", { "x-request-id": secret, "x-forwarded-for": secret }),
    get("/metrics", { authorization: `Bearer ${secret}x` }),
    world.post("/api/login", { username: secret, password: secret }),
    world.post("/api/login", { username: "ada", password: `${secret}x` }),
    world.post("/api/login", `{"username": "ada", "password": "${secret}"`),
    world.post("/api/oic_backchannel_logout", { logout_token: secret }),
    world.post("/api/sign_out_everywhere", {}, `${secret}x`),
    world.post(`${EXECUTE}?su_login_name=${path}`, [{ name: "nd.site.list" }], session),
    world.post(`${EXECUTE}?${path}=1`, [{ name: "nd.site.list" }], session),
    world.post(EXECUTE, `[{"name": "nd.site.list", "old": "${secret}"`, session),
    ...steps.map((step) => world.post(EXECUTE, [step], session)),
  ];
  return Promise.all(asked);
}

/** Statements that fail in the database with the secret as a value: a cast, a check and a missing column. */
async function failingStatements(secret: string): Promise<void> {
  const create = [{ name: "nd.site.create", new: { name: "probe", title: secret } }];
  const failing = async (make: string, undo: string): Promise<void> => {
    await world.db.query(make);
    expect((await world.post(EXECUTE, create, session)).status).toBe(500);
    await world.db.query(undo);
  };
  await world.db.query(
    "create function nd.probe() returns trigger language plpgsql as $$ begin perform new.title::int; return new; end $$",
  );
  await failing(
    "create trigger probe before insert on nd.site for each row execute function nd.probe()",
    "drop trigger probe on nd.site",
  );
  await world.db.query("drop function nd.probe()");
  await failing(
    "alter table nd.site add constraint probe check (length(title) < 5) not valid",
    "alter table nd.site drop constraint probe",
  );
  await failing("alter table nd.site rename title to lost", "alter table nd.site rename lost to title");
}

/** All rows of all tables, without the columns that the catalogue declares as secret. */
async function tables(): Promise<string> {
  const secret = [...world.catalogue.types.values()].flatMap(({ name, spec }) =>
    Object.entries(spec.attributes).flatMap(([column, one]) =>
      one.secret === true ? [`${name}.${column}`] : [],
    ),
  );
  const found = await world.db.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  const texts: string[] = [];
  for (const { name } of found) {
    const hidden = secret
      .filter((one) => one.startsWith(`${name}.`))
      .map((one) => one.slice(name.length + 1));
    const rows = await world.db.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t`,
      [hidden],
    );
    texts.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return texts.join("\n");
}

/** Everything that a person with all rights can list, for exports. */
async function lists(): Promise<string> {
  const names = [...world.catalogue.types.values()]
    .filter(({ name, operations }) => operations.has("list") && !name.startsWith("wapi.generic"))
    .map(({ name }) => name);
  const texts: string[] = [];
  for (const name of names) {
    const step = { name: `${name}.list`, old: { fetch_limit: 500 } };
    texts.push((await world.post(EXECUTE, [step], session)).text);
  }
  return texts.join("\n");
}

it("[OPER-39] no secret is in log, audit, metrics, tables, lists and mails, wherever it was sent and whatever failed", async () => {
  await rightPlaces();
  const secrets = { PASSWORD, TSIG, WPA2, SMTP, METRICS, FOREIGN, session, api };
  for (const secret of Object.values(secrets)) {
    await wrongPlaces(secret);
    await failingStatements(secret);
    await world.db.query("delete from netportal.attempt");
  }
  await vi.waitFor(() => expect(mails.taken.length).toBeGreaterThan(0), 20_000);
  expect(world.logged.filter((line) => line.includes("incident"))).toHaveLength(
    3 * Object.keys(secrets).length,
  );
  const places: Readonly<Record<string, string>> = {
    log: world.logged.join("\n"),
    audit: readFileSync(join(folder, "audit.log"), "utf8"),
    metrics: (await world.get("/metrics", METRICS)).text,
    tables: await tables(),
    lists: await lists(),
    mails: mails.taken.map(({ source }) => source).join("\n"),
  };
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets)
      .filter(([name, secret]) => text.includes(secret) && !(place === "lists" && name === "WPA2"))
      .map(([name, secret]) => {
        const at = text.indexOf(secret);
        return `${name} in ${place}: ${text.slice(Math.max(0, at - 150), at)}`;
      }),
  );
  expect(found).toEqual([]);
  for (const text of Object.values(places)) expect(text.length).toBeGreaterThan(100);
}, 300_000);
