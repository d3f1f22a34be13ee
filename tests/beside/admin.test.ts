import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { SignedIn } from "#contract/wire/system";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { runAdmin } from "../../server/admin/command-line.ts";
import { COMMANDS } from "../../server/admin/commands.ts";
import type { Connection } from "../../server/db/database.ts";
import { openProduct, type Opened } from "../../server/open.ts";
import type { Ended } from "../support/import-command.ts";
import { runServerCommand } from "../support/server-command.ts";
import { HeadlessBrowser } from "../support/headless-browser.ts";
import { CLIENT, startIdentityProvider } from "../support/identity-provider.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

/** Commands are processes, which are slow if others use the machine too. */
const PATIENCE = 240_000;
const PATIENT = { timeout: 60_000 } as const;
const PRODUCTION = { NETPORTAL_MODE: "production", NETPORTAL_DEMO: "0" } as const;

/** `npm run admin -- …` on this data folder. */
function adminOf(folder: string, env: Readonly<Record<string, string>> = {}) {
  return (args: string, input?: string): Promise<Ended> =>
    runServerCommand(
      "admin",
      { ...PRODUCTION, NETPORTAL_DATA: folder, ...env },
      args === "" ? [] : args.split(" "),
      input,
    );
}

/** The same in this process, on a database that is open already. */
function adminIn({ db, catalogue }: Opened) {
  return async (args: string, input = ""): Promise<Ended> => {
    const [out, errors]: [string[], string[]] = [[], []];
    const machine = {
      open: () => Promise.resolve({ catalogue, db: { ...db, close: () => Promise.resolve() } }),
      secret: () => Promise.resolve(input),
      audit: null,
      say: (line: string) => out.push(`${line}\n`),
      warn: (line: string) => errors.push(`${line}\n`),
    };
    const code = await runAdmin(args === "" ? [] : args.split(" "), machine).catch((error: unknown) => {
      // Like `runCommand`.
      errors.push(error instanceof Error ? error.message : String(error));
      return 1;
    });
    return { code, out: out.join(""), errors: errors.join("") };
  };
}

/** The embedded database as another process of the same machine reaches it. */
function urlOf(connection: Connection): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, port, user, database } = connection;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${String(port)}`;
}

/** The object that a command prints with `--json`. */
function told<T>({ code, out, errors }: Ended): T {
  expect(errors).not.toMatch(/error/i);
  expect(code).toBe(0);
  // Parse boundary: the test knows the form of the output.
  return JSON.parse(out) as T;
}

/** Kinds of the events in lines of the audit. */
function eventsIn(lines: string): readonly unknown[] {
  // Parse boundary: lines of the audit.
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as Readonly<Record<string, unknown>>)["event"]);
}

function expectRefused({ code, out, errors }: Ended, sentence: string): void {
  expect([code, out]).toEqual([1, ""]);
  expect(errors).toContain(sentence);
}

interface Made {
  readonly token: string;
  readonly gpk: string;
  readonly login_name: string;
}

const NO_ACCOUNT = "There is no account nobody.";
const OWN = "/api/4.2/cntl/mgr/list?is_self=true";
const GROUP = { name: "cntl.group.create", new: { name: "team" } };

describe("an empty production without a server", () => {
  const folder = scratchFolder("admin-empty");
  const admin = adminOf(folder);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    "[OPER-01] gets an administrator whose token has all rights at the server that is started afterwards",
    async () => {
      expect(await admin("create ada --first-name Ada --email ada@example.org")).toMatchObject({
        code: 0,
        out: "ada is an administrator (role admin).\n",
      });
      const server = await startProcess({ ...PRODUCTION, NETPORTAL_DATA: folder });
      const { token, login_name } = told<Made>(await admin("make-token ada --json"));
      expect(login_name).toBe("ada-api");
      expect((await server.execute([GROUP], token)).code).toBe("200");
      const { lists } = await server.execute(
        [
          { name: "wapi.transaction.list" },
          { name: "wapi.change_log.list", old: { object_title: "ada Ada" } },
        ],
        token,
      );
      // The change that created the administrator has no account; every later one has one.
      expect(lists[0]?.map(({ login_name: login }) => login)).toEqual(["", "", "ada-api"]);
      expect(lists[1]).toMatchObject([{ object_fq_name: "cntl.mgr", function: "create" }]);
      await server.end("SIGTERM");
    },
    PATIENCE,
  );

  it(
    "[OPER-02] gets an administrator who signs in through the identity provider by the claim of the same name",
    async () => {
      const portal = "http://127.0.0.1:8111";
      const provider = await startIdentityProvider(portal);
      const server = await startProcess({
        NETPORTAL_MODE: "test",
        NETPORTAL_DEMO: "0",
        NETPORTAL_DATA: folder,
        NETPORTAL_PUBLIC_URL: portal,
        NETPORTAL_OIDC_ISSUER: provider.issuer,
        NETPORTAL_OIDC_CLIENT_ID: CLIENT.id,
        NETPORTAL_OIDC_CLIENT_SECRET: CLIENT.secret,
      });
      const begun = await fetch(`${server.address}/api/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      // Parse boundary: the answer to the start of a sign-in, and that to its end.
      const { redirect_url } = (await begun.json()) as { redirect_url: string };
      const back = await new HeadlessBrowser().signIn(redirect_url, "ada");
      const ended = await fetch(`${server.address}/api/oic_create_token${back.search}`);
      const { token } = (await ended.json()) as SignedIn;
      const made = await server.execute([{ name: "cntl.mgr.create", new: { login_name: "otto" } }], token);
      expect(made.code).toBe("200");
      await server.end("SIGTERM");
      await provider.close();
    },
    PATIENCE,
  );
});

describe("beside a running server", () => {
  const folder = scratchFolder("admin-beside");
  let opened: Opened;
  let admin: ReturnType<typeof adminIn>;
  let server: ServerProcess;
  /** Another process that serves the same database. */
  let other: ServerProcess;
  let ada: Made;
  beforeAll(async () => {
    server = await startProcess({
      ...PRODUCTION,
      NETPORTAL_DATA: folder,
      NETPORTAL_AUDIT: `file:${join(folder, "served.log")}`,
    });
    opened = await openProduct({ dataFolder: folder, databaseUrl: null }, { beside: "as it is" });
    other = await startProcess({ ...PRODUCTION, DATABASE_URL: urlOf(opened.db.connection) });
    admin = adminIn(opened);
    await admin("create ada");
    ada = told<Made>(await admin("make-token ada --json"));
  }, PATIENCE);
  afterAll(async () => {
    await opened.db.close();
    await other.end("SIGTERM");
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the server has logged for the audit, as soon as it has so many applied calls of a function. */
  const auditOfServer = async (fn: string, calls: number): Promise<string> => {
    const file = join(folder, "served.log");
    const read = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
    const applied = (line: string): boolean => line.includes('"applied"') && line.includes(`"${fn}"`);
    await expect.poll(() => read().split("\n").filter(applied).length, PATIENT).toBe(calls);
    return read();
  };

  /** How each server answers a call with this token. */
  const answers = (token: string): Promise<readonly string[]> =>
    Promise.all([server, other].map(async (one) => (await one.get(OWN, token)).code));

  it("[OPER-01] the administrator that a running server got has every permission at it", async () => {
    const { lists } = await server.execute(
      [
        { idx: "role", name: "cntl.role.list", old: { is_assigned: true } },
        {
          name: "cntl.permission.list",
          inner_join_ref: { role: "api_func_cntl_permission_role_hierarchy" },
        },
        { name: "cntl.permission.list" },
      ],
      ada.token,
    );
    expect(lists[1]?.length).toBeGreaterThan(50);
    expect(lists[1]).toEqual(lists[2]);
  });

  it("[OPER-03] a lock holds at every server from the next call on, and an account without any other administrator is unlocked", async () => {
    expect(await answers(ada.token)).toEqual(["200", "200"]);
    expect(await admin("lock ada")).toMatchObject({
      code: 0,
      out: "ada is locked.\n",
      errors: "No administrator can act.\n",
    });
    expect(await answers(ada.token)).toEqual(["-20010/4", "-20010/4"]);
    expect(told(await admin("list --json"))).toMatchObject([{ login_name: "ada", is_locked: true }]);
    expect((await admin("unlock ada")).code).toBe(0);
    expect(await answers(ada.token)).toEqual(["200", "200"]);
  });

  it(
    "[OPER-04] the logs of the command, of the server and of the database know of a token, and do not have it",
    async () => {
      const audit = join(folder, "tokens.log");
      const run = adminOf(folder, { NETPORTAL_AUDIT: `file:${audit}` });
      const file = join(folder, "audited-token");
      const printed = told<Made>(await run("make-token ada --json"));
      expect((await run(`make-token ada --to ${file}`)).code).toBe(0);
      const tokens = [printed.token, readFileSync(file, "utf8").trim()];
      const used = { name: "cntl.group.create", new: { name: "audited" } };
      for (const token of tokens) {
        expect((await server.execute([used], token)).code).toBe("200");
        await server.execute([{ name: "cntl.group.delete", old: { name: "audited" } }], token);
      }
      const [commands, served] = [readFileSync(audit, "utf8"), await auditOfServer("cntl.group.create", 2)];
      expect(eventsIn(commands).filter((event) => event === "token_made")).toHaveLength(2);
      for (const log of [
        commands,
        served,
        server.output(),
        readFileSync(join(folder, "postgres.log"), "utf8"),
      ])
        for (const token of tokens) expect(log).not.toContain(token);
    },
    PATIENCE,
  );

  it("[OPER-04] a token is written to standard output or to a file of its owner, and nowhere else", async () => {
    const { out, errors } = await admin("make-token ada --days 30 --description backup");
    const token = out.trim();
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(errors).toMatch(/^Token tok-\d+ of ada-api, valid until .*, roles: admin\n$/);
    const file = join(folder, "token");
    expect(told(await admin(`make-token ada --to ${file} --json`))).not.toHaveProperty("token");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = readFileSync(file, "utf8").trim();
    for (const one of [token, kept]) {
      expect((await server.get(OWN, one)).code).toBe("200");
      expect((await admin("tokens --json")).out).not.toContain(one);
      const lists = ["cntl.wapi_auth", "wapi.change_log", "wapi.transaction"].map((type) => ({
        name: `${type}.list`,
      }));
      const listed = await server.execute(lists, ada.token);
      expect(listed.lists[0]?.length).toBeGreaterThan(2);
      expect(JSON.stringify(listed.lists)).not.toContain(one);
      expect(server.output()).not.toContain(one);
    }
    expectRefused(await admin(`make-token ada --to ${file}`), "Nothing was changed.");
    expect(readFileSync(file, "utf8").trim()).toBe(kept);
  });

  it("[OPER-05] a deleted token and an ended session are refused by every server from the next call on", async () => {
    const made = told<Made>(await admin("make-token ada --json"));
    expect(await answers(made.token)).toEqual(["200", "200"]);
    await admin(`delete-token ${made.gpk}`);
    expect(await answers(made.token)).toEqual(["-20001/3", "-20001/3"]);
    const session = newToken();
    await opened.db.query(opened.catalogue.accounts.session, ["ada", tokenHash(session), 1, null, null]);
    expect(await answers(session)).toEqual(["200", "200"]);
    expect(told(await admin("sessions ada --json"))).toMatchObject([{ login_name: "ada", is_session: true }]);
    expect((await admin("end-sessions ada")).out).toBe("Sessions ended: 1\n");
    expect(await answers(session)).toEqual(["-20001/3", "-20001/3"]);
    expect(await answers(ada.token)).toEqual(["200", "200"]);
  });

  it("[OPER-06] shows the rights of an account: roles, permissions, groups and units", async () => {
    const member = { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "team" } };
    const unit = [
      { name: "org.unit_type.create", new: { short_name: "dep", title: "Department", position: 1 } },
      { name: "org.unit.create", new: { short_name: "NET", title: "Networks", unit_type: "dep" } },
      { name: "cntl.mgr2ou.create", new: { login_name: "ada", ou: "NET" } },
    ];
    expect((await server.execute([GROUP, member, ...unit], ada.token)).code).toBe("200");
    const rights = told<Record<string, unknown>>(await admin("rights ada --json"));
    expect(rights).toMatchObject({
      kind: "main",
      role_list: ["admin"],
      group_list: ["team"],
      ou_list: ["NET"],
    });
    expect(rights["permission_list"]).toContain("cntl.rw:mgr");
    const { out } = await admin("rights ada");
    expect(out).toContain("Groups (1): team\n");
    expect(out).toMatch(/^\S+ \(1\): NET$/m);
  });

  it("[OPER-07] lists which objects have a key, and sets a key from standard input without showing its value", async () => {
    const made = await server.execute(
      [
        {
          name: "output.server.create",
          new: { name: "ns1", address: "192.0.2.1", key_name: "ns1.netportal." },
        },
      ],
      ada.token,
    );
    const gpk = textIn(made.lists[0]?.[0]?.["gpk"]);
    const state = (is_set: boolean) => [
      { attribute: "key_secret", key_list: [{ gpk, title: "ns1", attribute: "key_secret", is_set }] },
      { attribute: "next_key_secret", set_count: 0 },
    ];
    expect(told(await admin("keys output.server --json"))).toMatchObject(state(false));
    const secret = "c2VjcmV0LWtleS1vZi10aGUtc2VydmVyLTEyMzQ1Njc4";
    expect((await admin(`set-key ${gpk}`, `${secret}\n`)).code).toBe(0);
    expect(told(await admin("keys output.server --json"))).toMatchObject(state(true));
    const log = await server.execute(
      [{ name: "wapi.change_log.list" }, { name: "wapi.transaction.list" }],
      ada.token,
    );
    expect(JSON.stringify(log.lists)).not.toContain(secret);
    const weak = await admin(`set-key ${gpk}`, "short");
    expectRefused(weak, "At least 12 bytes in Base64");
    expect(weak.errors).not.toContain("short");
  });

  it(
    "[OPER-07] [OPER-17] works as a separate process: the key comes through standard input, and the audit says who set it",
    async () => {
      const made = { name: "output.server.create", new: { name: "ns2", address: "192.0.2.2" } };
      const gpk = textIn((await server.execute([made], ada.token)).lists[0]?.[0]?.["gpk"]);
      const audit = join(folder, "audit.log");
      const run = adminOf(folder, { NETPORTAL_AUDIT: `file:${audit}`, SUDO_USER: "root-of-ada" });
      expect(await run(`set-key ${gpk}`, "c2VjcmV0LWtleS1vZi10aGUtc2VydmVy\n")).toMatchObject({
        code: 0,
        out: `${gpk} has the new key.\n`,
      });
      const functions = { "output.server.update": 1 };
      const by = { method: "admin", operator: "root-of-ada" };
      expect(JSON.parse(readFileSync(audit, "utf8"))).toMatchObject({ event: "applied", ...by, functions });
      expect((await run("create bea")).code).toBe(0);
      const lines = readFileSync(audit, "utf8").trimEnd().split("\n").slice(1);
      // Parse boundary: lines of the audit.
      const events = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      expect(events.map(({ event }) => event)).toEqual(["applied", "rights_changed"]);
      for (const event of events) expect(event).toMatchObject(by);
      expect(events[0]?.["functions"]).toMatchObject({ "cntl.mgr.create": 1, "cntl.mgr2role.create": 1 });
      expect(await run(`set-key ${gpk}`, "two\nlines\n")).toMatchObject({
        code: 1,
        errors: "Standard input has no key in one line.\n",
      });
    },
    PATIENCE,
  );

  it("[OPER-08] refuses taken, unknown and impossible values with a sentence, and changes nothing", async () => {
    const refused: readonly (readonly [string, string])[] = [
      ["create ada", 'The account ada exists already. "npm run admin -- grant ada"'],
      ["create Ada!", "Lower-case letters, digits and . _ -"],
      ["lock nobody", NO_ACCOUNT],
      ["unlock nobody", NO_ACCOUNT],
      ["grant nobody", NO_ACCOUNT],
      ["rights nobody", NO_ACCOUNT],
      ["tokens nobody", NO_ACCOUNT],
      ["make-token nobody", NO_ACCOUNT],
      ["grant ada-api", "ada-api is no main account"],
      ["delete-token tok-999", "(-20020/"],
      ["keys nd.bcd", "Objects of nd.bcd have no key. Keys have macauth.client, output.server."],
      ["set-key bcd-1", "bcd-1 has no key."],
      ["make-token ada --days 0", "--days is a whole number from 1 to 3650."],
    ];
    const recorded = () => opened.db.query("select id from wapi.transaction order by id");
    const before = await recorded();
    for (const [args, sentence] of refused) {
      expectRefused(await admin(args, "x\n"), sentence);
    }
    expect(await recorded()).toEqual(before);
    // `list` takes nothing that could be refused, and sessions are found by any login.
    const tried = new Set(refused.map(([args]) => args.split(" ")[0]));
    expect(Object.keys(COMMANDS).filter((name) => !tried.has(name))).toEqual([
      "list",
      "sessions",
      "end-sessions",
    ]);
  });

  it("[OPER-10] a database of another version is left as it is", async () => {
    const { db } = opened;
    const [{ hash } = { hash: "" }] = await db.query<{ hash: string }>(
      "select hash from netportal.definition",
    );
    await db.query("update netportal.definition set hash = 'of an older version'");
    const place = { dataFolder: folder, databaseUrl: null };
    await expect(openProduct(place, { beside: "as it is" })).rejects.toThrow(
      "another version of the product",
    );
    await db.query("update netportal.definition set hash = $1", [hash]);
    await (await openProduct(place, { beside: "or make" })).db.close();
  });

  it("[OPER-09] prints its usage with --help, and ends with exit code 2 if it does not understand the arguments", async () => {
    const help = await admin("--help");
    expect([help.code, help.errors]).toEqual([0, ""]);
    expect(help.out).toContain("  create LOGIN");
    for (const args of ["", "nonsense", "lock", "list ada", "list --days 3", "list --nonsense"]) {
      const { code, out, errors } = await admin(args);
      expect([args, code, out]).toEqual([args, 2, ""]);
      expect(errors).toContain("usage:");
    }
  });

  it("[OPER-10] a replica is refused, because it cannot be changed", async () => {
    const replica = adminIn({ ...opened, db: { ...opened.db, isReplica: true } });
    expectRefused(await replica("list"), "The database is a replica.");
  });
});

describe("a database that is missing or has another version", () => {
  it(
    "[OPER-19] is opened by two commands one after the other if both start at once",
    async () => {
      const folder = scratchFolder("two-commands");
      const admin = adminOf(folder);
      expect((await admin("create ada")).code).toBe(0);
      const ended = await Promise.all(["create bob", "create cleo", "list"].map((args) => admin(args)));
      expect(ended.map(({ code, errors }) => [code, errors])).toEqual(ended.map(() => [0, ""]));
      expect((await admin("list")).out).toMatch(/ada[^]*bob[^]*cleo/);
      rmSync(folder, { recursive: true, force: true });
    },
    PATIENCE,
  );

  it(
    "[OPER-10] is not changed, and the refusal names it",
    async () => {
      const folder = scratchFolder("admin-none");
      const admin = adminOf(folder);
      expect(await admin("list")).toMatchObject({
        code: 1,
        errors: `There is no database in the data folder ${folder}. NETPORTAL_DATA names another one.\n`,
      });
      expect(existsSync(join(folder, "postgres"))).toBe(false);
      const away = await adminOf(folder, { DATABASE_URL: "postgres://np:secret@127.0.0.1:1/np" })("list");
      expect(away).toMatchObject({
        code: 1,
        errors: "DATABASE_URL: no connection to 127.0.0.1:1/np: connect ECONNREFUSED 127.0.0.1:1.\n",
      });
      rmSync(folder, { recursive: true, force: true });
    },
    PATIENCE,
  );
});
