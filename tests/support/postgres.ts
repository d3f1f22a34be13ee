import { inject } from "vitest";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import { passwordHash } from "../../server/access/password.ts";
import { tokenHash } from "../../server/access/token.ts";
import { loadDemo } from "../../server/demo/load.ts";
import { createPool } from "../../server/db/pool.ts";
import { DEMO_TEMPLATE, TEMPLATE, adminUrl, urlOf } from "./databases.ts";

/** A database that only one test file uses. */
export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  readonly catalogue: Catalogue;
  /** Closes the connections and drops the database. */
  close(): Promise<void>;
}

let made = 0;
/** In ms. */
const FILLED_WITHIN = 600_000;

/** Contents of a template besides the tables of the product and the metadata rows. */
export interface Filling {
  readonly name: string;
  fill(db: Database, catalogue: Catalogue): Promise<unknown>;
}

const DEMO: Filling = {
  name: DEMO_TEMPLATE,
  fill: (db, catalogue) => loadDemo(db, "S", { catalogue, passwordHash, tokenHash, newToken: demoToken }),
};

/** Clones the template: the tables of the product with metadata rows, and with `demo` the demo campus of size S. */
export async function testDatabase(options: { readonly demo?: boolean } = {}): Promise<TestDatabase> {
  return databaseWith(options.demo === true ? DEMO : null);
}

/** Clones the template with this filling. */
export async function databaseWith(filling: Filling | null): Promise<TestDatabase> {
  const catalogue = await loadCatalogue();
  const empty = await emptyDatabase(
    filling === null ? plainTemplate() : await filledTemplate(filling, catalogue),
  );
  const { url } = empty;
  const db = createPool({ connectionString: url }, 10);
  return {
    db,
    url,
    catalogue,
    async close() {
      await db.close();
      await empty.drop();
    },
  };
}

/** Creates a database without tables, or a clone of the given one, for tests of the start. */
export async function emptyDatabase(template = "template1"): Promise<{ url: string; drop(): Promise<void> }> {
  const { server, prefix } = inject("postgres");
  const name = `${prefix}${String(process.pid)}_${String(++made)}`;
  await asAdmin(server, (admin) =>
    admin.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return {
    url: urlOf(server, name),
    drop: () => asAdmin(server, (admin) => admin.query(`drop database ${name} with (force)`)),
  };
}

/** Text of the API token of `otto-sub` or `svc-dns` in databases with the demo campus. */
export function demoToken(login: string): string {
  return `token-of-${login}-`.padEnd(64, "x");
}

/** The template without rows besides metadata. */
export function plainTemplate(): string {
  return `${inject("postgres").prefix}${TEMPLATE}`;
}

/** The template with this filling. The first file of the run that needs it creates it. */
async function filledTemplate(filling: Filling, catalogue: Catalogue): Promise<string> {
  const { server, prefix } = inject("postgres");
  const name = `${prefix}${filling.name}`;
  await asAdmin(server, (admin) =>
    // A transaction holds the lock: an idle connection of a pool is closed after ten seconds, and filling may take longer.
    admin.transaction({ mode: "read write", statementTimeout: FILLED_WITHIN, dryRun: false }, async (tx) => {
      await tx.query("select pg_advisory_xact_lock(hashtext($1))", [name]);
      const found = await tx.query("select from pg_database where datname = $1", [name]);
      if (found.length === 0) await asAdmin(server, (other) => fill(other, name));
    }),
  );
  return name;

  async function fill(admin: Database, template: string): Promise<void> {
    await admin.query(`create database ${template}_new template ${plainTemplate()} strategy file_copy`);
    const db = createPool({ connectionString: urlOf(server, `${template}_new`) });
    await filling.fill(db, catalogue);
    await db.close();
    await admin.query(`alter database ${template}_new rename to ${template}`);
  }
}

async function asAdmin(server: string, work: (admin: Database) => Promise<unknown>): Promise<void> {
  const admin = createPool({ connectionString: adminUrl(server) }, 1);
  try {
    await work(admin);
  } finally {
    await admin.close();
  }
}
