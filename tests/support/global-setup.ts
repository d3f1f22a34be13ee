import type { TestProject } from "vitest/node";
import { describe } from "../../server/wapi/describe/metadata.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { applyDefinition } from "../../server/db/apply.ts";
import { createPool } from "../../server/db/pool.ts";
import { TEMPLATE, adminUrl, urlOf } from "./databases.ts";
import { startQuickServer } from "./quick-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the database server of this run, and the prefix of its database names. */
    postgres: { readonly server: string; readonly prefix: string };
  }
}

interface Shared {
  readonly server: string;
  readonly prefix: string;
  stop(): Promise<void>;
}

/** The projects of one run share one server: vitest runs the set-up once for each project, all in one process. */
const shared: { users: number; started: Promise<Shared> | null } = (() => {
  const key = Symbol.for("netportal.tests.postgres");
  // Kept on the global object, because vitest loads the modules of a set-up again for each project.
  const slots = globalThis as unknown as Record<symbol, { users: number; started: Promise<Shared> | null }>;
  return (slots[key] ??= { users: 0, started: null });
})();

/** Starts one PostgreSQL for the whole run (or uses DATABASE_URL) and creates the template database with the definitions. */
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
  const given = process.env["DATABASE_URL"] ?? "";
  const running = given === "" ? await startQuickServer() : { url: given, stop: () => Promise.resolve() };
  const server = running.url;
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

async function makeTemplate(server: string, prefix: string): Promise<void> {
  const admin = createPool({ connectionString: adminUrl(server) }, 1);
  await admin.query(`create database ${prefix}${TEMPLATE}`);
  await admin.close();
  const catalogue = await loadCatalogue();
  const db = createPool({ connectionString: urlOf(server, `${prefix}${TEMPLATE}`) });
  await applyDefinition(db, catalogue, describe(catalogue));
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
