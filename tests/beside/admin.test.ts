import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { SignedIn } from "#contract/wire/system";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { runAdmin } from "../../server/admin/command-line.ts";
import { openProduct, type Opened } from "../../server/open.ts";
import type { Ended } from "../support/import-command.ts";
import { runServerCommand } from "../support/server-command.ts";
import { HeadlessBrowser } from "../support/headless-browser.ts";
import { CLIENT, startIdentityProvider } from "../support/identity-provider.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

/** Commands are processes, which are slow if others use the machine too. */
const PATIENCE = 240_000;
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

/** The object that a command prints with `--json`. */
function told<T>({ code, out, errors }: Ended): T {
  expect(errors).not.toMatch(/error/i);
  expect(code).toBe(0);
  // Parse boundary: the test knows the form of the output.
  return JSON.parse(out) as T;
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
      const { lists } = await server.execute([{ name: "wapi.transaction.list" }], token);
      // The change that created the administrator has no account; every later one has one.
      expect(lists[0]?.map(({ login_name: login }) => login)).toEqual(["", "", "ada-api"]);
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
  let ada: Made;
  beforeAll(async () => {
    server = await startProcess({ ...PRODUCTION, NETPORTAL_DATA: folder });
    opened = await openProduct({ dataFolder: folder, databaseUrl: null }, { beside: "as it is" });
    admin = adminIn(opened);
    await admin("create ada");
    ada = told<Made>(await admin("make-token ada --json"));
  }, PATIENCE);
  afterAll(async () => {
    await opened.db.close();
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });

  it("[OPER-03] a lock holds from the next call on, and an account without any other administrator is unlocked", async () => {
    const call = (): Promise<{ readonly code: string }> => server.get(OWN, ada.token);
    expect((await call()).code).toBe("200");
    expect(await admin("lock ada")).toMatchObject({
      code: 0,
      out: "ada is locked.\n",
      errors: "No administrator can act.\n",
    });
    expect((await call()).code).toBe("-20010/4");
    expect(told(await admin("list --json"))).toMatchObject([{ login_name: "ada", is_locked: true }]);
    expect((await admin("unlock ada")).code).toBe(0);
    expect((await call()).code).toBe("200");
  });

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
      expect(server.output()).not.toContain(one);
    }
    expectRefused(await admin(`make-token ada --to ${file}`), "Nothing was changed.");
    expect(readFileSync(file, "utf8").trim()).toBe(kept);
  });

  it("[OPER-05] a deleted token and an ended session are refused by the server from the next call on", async () => {
    const made = told<Made>(await admin("make-token ada --json"));
    expect((await server.get(OWN, made.token)).code).toBe("200");
    await admin(`delete-token ${made.gpk}`);
    expect((await server.get(OWN, made.token)).code).toBe("-20001/3");
    const session = newToken();
    await opened.db.query(opened.catalogue.accounts.session, ["ada", tokenHash(session), 1, null, null]);
    expect((await server.get(OWN, session)).code).toBe("200");
    expect(told(await admin("sessions ada --json"))).toMatchObject([{ login_name: "ada", is_session: true }]);
    expect((await admin("end-sessions ada")).out).toBe("Sessions ended: 1\n");
    expect((await server.get(OWN, session)).code).toBe("-20001/3");
    expect((await server.get(OWN, ada.token)).code).toBe("200");
  });

  it("[OPER-06] shows the rights of an account: roles, permissions, groups and units", async () => {
    const member = { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "team" } };
    expect((await server.execute([GROUP, member], ada.token)).code).toBe("200");
    const rights = told<Record<string, unknown>>(await admin("rights ada --json"));
    expect(rights).toMatchObject({ kind: "main", role_list: ["admin"], group_list: ["team"], ou_list: [] });
    expect(rights["permission_list"]).toContain("cntl.rw:mgr");
    expect((await admin("rights ada")).out).toContain("Groups (1): team\n");
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
      const line = { event: "applied", method: "admin", operator: "root-of-ada", functions };
      expect(JSON.parse(readFileSync(audit, "utf8"))).toMatchObject(line);
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
      ["lock nobody", "There is no account nobody."],
      ["grant ada-api", "ada-api is no main account"],
      ["delete-token tok-999", "(-20020/"],
      ["keys nd.bcd", "Objects of nd.bcd have no key. Keys have macauth.client, output.server."],
      ["set-key bcd-1", "bcd-1 has no key."],
      ["make-token ada --days 0", "--days is a whole number from 1 to 3650."],
    ];
    for (const [args, sentence] of refused) {
      expectRefused(await admin(args, "x\n"), sentence);
    }
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
