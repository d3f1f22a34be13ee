import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { describe } from "../../server/wapi/describe.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { applyDefinition } from "../../server/db/apply.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";
import { TEMPLATE, adminUrl, urlOf } from "./databases.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the server of this run, and what the names of its databases begin with. */
    postgres: { readonly server: string; readonly prefix: string };
  }
}

interface Shared {
  readonly server: string;
  readonly prefix: string;
  stop(): Promise<void>;
}

/** Several projects of one run share one server: set-up runs once a project, in one process. */
const shared: { users: number; started: Promise<Shared> | null } = (() => {
  const key = Symbol.for("netportal.tests.postgres");
  // A slot of our own on the global object: the modules of a set-up are loaded anew for each project.
  const slots = globalThis as unknown as Record<symbol, { users: number; started: Promise<Shared> | null }>;
  return (slots[key] ??= { users: 0, started: null });
})();

/** One PostgreSQL for the whole run (DATABASE_URL where it is set), with a template database that has the definitions applied. */
export async function setup(project: TestProject): Promise<void> {
  shared.users++;
  shared.started ??= start();
  const { server, prefix } = await shared.started;
  project.provide("postgres", { server, prefix });
}

export async function teardown(): Promise<void> {
  shared.users--;
  if (shared.users === 0) await (await shared.started)?.stop();
}

async function start(): Promise<Shared> {
  const running = await startServer();
  const { server } = running;
  const prefix = `netportal_test_${String(process.pid)}_`;
  await makeTemplate(server, prefix);
  return {
    server,
    prefix,
    async stop() {
      await dropAll(server, prefix);
      await running.stop();
    },
  };
}

async function startServer(): Promise<{ server: string; stop(): Promise<void> }> {
  const url = process.env["DATABASE_URL"];
  if (url !== undefined && url !== "") return { server: url, stop: () => Promise.resolve() };
  const folder = mkdtempSync(join(tmpdir(), "netportal-tests-"));
  const embedded = await startEmbedded(folder, () => undefined);
  const { host, user, database } = embedded.connection;
  return {
    server: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(server: string, prefix: string): Promise<void> {
  const admin = createPool({ connectionString: adminUrl(server) }, 1);
  await admin.query(`create database ${prefix}${TEMPLATE}`);
  await admin.close();
  const catalogue = await loadCatalogue();
  const db = createPool({ connectionString: urlOf(server, `${prefix}${TEMPLATE}`) });
  await applyDefinition(db, catalogue, describe(catalogue), () => undefined);
  await db.close();
}

async function dropAll(server: string, prefix: string): Promise<void> {
  const admin = createPool({ connectionString: adminUrl(server) }, 1);
  const left = await admin.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  for (const { name } of left) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.close();
}
