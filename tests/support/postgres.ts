import { inject } from "vitest";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import { passwordHash } from "../../server/access/password.ts";
import { tokenHash } from "../../server/access/token.ts";
import { loadDemo } from "../../server/db/demo/load.ts";
import { createPool } from "../../server/db/pool.ts";
import { DEMO_TEMPLATE, TEMPLATE, adminUrl, urlOf } from "./databases.ts";

/** A database of its own for one test file. */
export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  readonly catalogue: Catalogue;
  /** Ends the connections and drops the database. */
  close(): Promise<void>;
}

let made = 0;

/** A fresh clone of the template: the product's tables with metadata rows, `demo` also with the demo campus of size S. */
export async function testDatabase(options: { readonly demo?: boolean } = {}): Promise<TestDatabase> {
  const { prefix } = inject("postgres");
  const catalogue = await loadCatalogue();
  const template = options.demo === true ? await demoTemplate(catalogue) : `${prefix}${TEMPLATE}`;
  const empty = await emptyDatabase(template);
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

/** A database without tables, or a clone of the given one; for tests of the start itself. */
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

/** Text of the API token of a demo account (`otto-sub`, `svc-dns`) in databases with the demo campus. */
export function demoToken(login: string): string {
  return `token-of-${login}-`.padEnd(64, "x");
}

/** The template with the demo campus, made by the first file of the run that asks for it. */
async function demoTemplate(catalogue: Catalogue): Promise<string> {
  const { server, prefix } = inject("postgres");
  const name = `${prefix}${DEMO_TEMPLATE}`;
  await asAdmin(server, async (admin) => {
    // One connection: the lock is held by it until it ends.
    await admin.query("select pg_advisory_lock(hashtext($1))", [name]);
    const found = await admin.query("select from pg_database where datname = $1", [name]);
    if (found.length > 0) return;
    await admin.query(`create database ${name}_new template ${prefix}${TEMPLATE} strategy file_copy`);
    const db = createPool({ connectionString: urlOf(server, `${name}_new`) });
    await loadDemo(db, "S", { catalogue, passwordHash, tokenHash, newToken: demoToken });
    await db.close();
    await admin.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

async function asAdmin(server: string, work: (admin: Database) => Promise<unknown>): Promise<void> {
  const admin = createPool({ connectionString: adminUrl(server) }, 1);
  try {
    await work(admin);
  } finally {
    await admin.close();
  }
}
