import { chownSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isRoot, UNPRIVILEGED } from "../../server/db/embedded/binaries.ts";
import { openProduct, placeIn } from "../../server/open.ts";
import { debianPostgres, HAS_DEBIAN_POSTGRES, type DebianPostgres } from "../support/debian-postgres.ts";
import { freePort } from "../support/name-servers.ts";
import { scratchFolder } from "../support/scratch.ts";
import { launchProcess, type LaunchedProcess } from "../support/server-process.ts";

const PATIENT = { timeout: 30_000, interval: 50 };
const LONG = { patience: 600_000, onHopeless: () => undefined };
const PASSWORD = "kA7.secret-of-the-database";

let port = 0;
let folder = "";
let postgres: DebianPostgres;
let server: LaunchedProcess | null = null;

const url = (user: string, database: string, password = PASSWORD, host = "127.0.0.1"): string =>
  `postgres://${user}:${password}@${host}:${String(port)}/${database}`;
function start(address: string, env: Readonly<Record<string, string>> = {}): LaunchedProcess {
  server = launchProcess({ DATABASE_URL: address, NETPORTAL_DEMO: "0", ...env });
  return server;
}
const linesWith = ({ output }: LaunchedProcess, text: string): readonly string[] =>
  output()
    .split("\n")
    .filter((line) => line.includes(text));
const says = ({ output }: LaunchedProcess, text: string): Promise<void> =>
  vi.waitFor(() => {
    expect(output()).toContain(text);
  }, PATIENT);

async function asAdmin(database: string, ...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.url(database) });
  await admin.connect();
  for (const sql of statements) await admin.query(sql);
  await admin.end();
}

beforeAll(async () => {
  if (!HAS_DEBIAN_POSTGRES) return;
  port = await freePort();
  folder = scratchFolder("hba");
  const hba = join(folder, "pg_hba.conf");
  // Accepts the connection and never answers, so that the signal arrives during an attempt.
  writeFileSync(
    hba,
    [
      "local all all trust",
      "host all late 127.0.0.1/32 scram-sha-256",
      "host all few 127.0.0.1/32 scram-sha-256",
    ].join("\n"),
  );
  if (isRoot) for (const path of [folder, hba]) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  postgres = await debianPostgres({ listen_addresses: "127.0.0.1", port: String(port), hba_file: hba });
  postgres.create("late");
  await asAdmin(
    "late",
    `create role late login password '${PASSWORD}'`,
    `create role few login password '${PASSWORD}' connection limit 0`,
    "alter database late owner to late",
  );
}, 60_000);
afterEach(async () => {
  await server?.end("SIGKILL");
  server = null;
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!HAS_DEBIAN_POSTGRES)(
  "a PostgreSQL of the operator that starts later than the server",
  () => {
    it("[OPER-50] is waited for with one log line for each reason, and is used as soon as it answers", async () => {
      await postgres.pause();
      const late = start(url("late", "late"));
      await says(late, "ECONNREFUSED");
      // A standby without hot standby answers as a server does while it starts: 57P03.
      await postgres.resumeClosed();
      await says(late, "(57P03)");
      postgres.promote();
      expect(await late.listens).toMatch(/^http/);
      expect(linesWith(late, "ECONNREFUSED")).toHaveLength(1);
      expect(linesWith(late, "(57P03)")).toHaveLength(1);
      expect(linesWith(late, "ECONNREFUSED")[0]).toMatch(
        /^\S+ info DATABASE_URL: no connection to 127\.0\.0\.1:\d+\/late: .*Trying again for up to 300 s \(NETPORTAL_DATABASE_WAIT_S\)\.$/,
      );
      expect(late.output()).toMatch(/The database 127\.0\.0\.1:\d+\/late is there\./);
      expect(late.output()).not.toContain(PASSWORD);
      expect(await late.end("SIGTERM")).toBe(0);
    }, 120_000);

    it("[OPER-50] is waited for while it has no free connection", async () => {
      await asAdmin("late", "grant late to few");
      const late = start(url("few", "late"));
      await says(late, "(53300)");
      await asAdmin("late", "alter role few connection limit -1", "alter role few superuser");
      expect(await late.listens).toMatch(/^http/);
    }, 60_000);

    it("[OPER-51] ends the process with code 1 and the reason when it does not come in time", async () => {
      const late = start(url("late", "late", PASSWORD, "db.netportal.invalid"), {
        NETPORTAL_DATABASE_WAIT_S: "1",
      });
      expect(await late.exited).toBe(1);
      expect(late.output()).toMatch(
        /no connection to db\.netportal\.invalid:\d+\/late within 1 s \(NETPORTAL_DATABASE_WAIT_S\): getaddrinfo E/,
      );
      expect(late.output()).not.toContain(PASSWORD);
    }, 60_000);

    it("[OPER-52] SIGTERM while it is waited for ends the process at once with code 0", async () => {
      // Takes the connection and never answers, so that the signal comes in the middle of an attempt.
      const silent = createServer().listen(0, "127.0.0.1");
      await once(silent, "listening");
      const place = silent.address();
      if (place === null || typeof place === "string") throw new Error("no port");
      const asked = once(silent, "connection");
      const late = start(`postgres://late@127.0.0.1:${String(place.port)}/late`);
      await asked;
      const since = performance.now();
      expect(await late.end("SIGTERM")).toBe(0);
      expect(performance.now() - since).toBeLessThan(3_000);
      silent.close();
    }, 60_000);
  },
);

describe.skipIf(!HAS_DEBIAN_POSTGRES)("a PostgreSQL of the operator that has unusable settings", () => {
  it.each([
    [
      "a wrong password",
      () => url("late", "late", "kA7.wrong"),
      /FATAL: .*\(28P01\)\. Correct user and password/,
    ],
    [
      "a missing database",
      () => url("late", "nothing"),
      /FATAL: .*"nothing".*\(3D000\)\. Create the database/,
    ],
    [
      "a user without a line",
      () => url("other", "late"),
      /FATAL: no pg_hba\.conf entry.*\(28000\)\. Allow this/,
    ],
    ["no password", () => `postgres://late@127.0.0.1:${String(port)}/late`, /asks for a password/],
    ["no TLS", () => `${url("late", "late")}?sslmode=verify-full`, /does not support SSL.*Switch TLS on/],
    [
      "a missing root certificate",
      () => `${url("late", "late")}?sslrootcert=/none.pem`,
      /names a file.*none\.pem/,
    ],
    ["no address at all", () => "postgres://late:kA7.secret@:x:/", /DATABASE_URL is no address of the form/],
  ])(
    "[OPER-53] %s is refused at once, with a sentence that names the setting and what to do",
    async (_what, address, told) => {
      const opening = openProduct(placeIn({ DATABASE_URL: address() }), { patience: LONG });
      const reason = await opening.then(
        () => "opened",
        (error: unknown) => String(error),
      );
      expect(reason).toMatch(told);
      expect(reason).toContain("DATABASE_URL");
      expect(reason).not.toContain("kA7");
    },
  );

  it("[OPER-53] ends the process with code 1 and the FATAL line of PostgreSQL", async () => {
    const late = start(url("late", "late", "kA7.wrong"));
    expect(await late.exited).toBe(1);
    expect(late.output()).toContain('FATAL: password authentication failed for user "late" (28P01)');
    expect(late.output()).not.toMatch(/kA7|Trying again/);
  });
});
