import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passwordHash } from "../../server/access/password.ts";
import { tokenHash } from "../../server/access/token.ts";
import { createApp } from "../../server/app.ts";
import { createPool } from "../../server/db/pool.ts";
import { loadDemo } from "../../server/demo/load.ts";
import { openProduct, placeIn, type Opened } from "../../server/open.ts";
import { emptyDatabase } from "../support/postgres.ts";

const DOCUMENT = readFileSync(join(import.meta.dirname, "..", "..", "docs", "operating.md"), "utf8");
const ROLES = ["netportal_owner", "netportal_server"] as const;

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let urls: readonly string[] = [];

/** The statements of the document about rights for later tables, for these roles. */
function granting(suffix: string): readonly string[] {
  const lines = DOCUMENT.match(/^alter default privileges .*;$/gm) ?? [];
  return lines.map((line) => line.replaceAll(/netportal_(owner|server)/g, `netportal_$1${suffix}`));
}

/** Opens the database as the role with this number, and closes it after the work. */
async function openedAs<T>(at: number, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await openProduct(placeIn({ DATABASE_URL: urls[at] }));
  try {
    return await work(opened);
  } finally {
    await opened.db.close();
  }
}

const name = (): string => new URL(database.url).pathname.slice(1);

beforeAll(async () => {
  database = await emptyDatabase();
  const suffix = `_${name()}`;
  const admin = createPool({ connectionString: database.url }, 1);
  for (const role of ROLES) await admin.query(`create role ${role}${suffix} login`);
  await admin.query(`alter database ${name()} owner to ${ROLES[0]}${suffix}`);
  await admin.close();
  urls = ROLES.map((role) => {
    const url = new URL(database.url);
    url.username = `${role}${suffix}`;
    return url.href;
  });
});
afterAll(async () => {
  await database.drop();
});

describe("a role that migrates and a role that serves", () => {
  it("[OPER-62] the serving role is refused with a sentence while a migration is pending", async () => {
    await expect(openedAs(1, () => Promise.resolve())).rejects.toThrow(
      /^The user of DATABASE_URL may not bring the database to the definitions of this version: permission denied .*\. Run npm run migrate with the owner/,
    );
  });

  it("[OPER-62] the serving role signs in, reads and writes with the documented rights, and cannot change a table", async () => {
    const statements = granting(`_${name()}`);
    expect(statements).toHaveLength(3);
    const owner = createPool({ connectionString: urls[0] ?? "" }, 1);
    for (const sql of statements) await owner.query(sql);
    await owner.close();
    const newToken = (login: string): string => login.padEnd(64, "x");
    await openedAs(0, ({ db, catalogue }) =>
      loadDemo(db, "S", { catalogue, passwordHash, tokenHash, newToken, onProgress: () => undefined }),
    );
    const ada = newToken("ada-of-two-roles");
    await openedAs(1, async ({ db, catalogue }) => {
      await db.reserved.query(catalogue.accounts.session, ["ada", tokenHash(ada), 12, null, null]);
      const app = createApp({ db, catalogue, accessMode: "rw", log: console.error });
      const steps = [
        { name: "nd.site.create", new: { name: "two-roles" } },
        { name: "nd.site.list", old: { name: "two-roles" } },
      ];
      expect(await app.executeAs(ada)(steps, { dryRun: false })).toMatchObject({
        ok: true,
        rolledBack: false,
      });
      await expect(db.query("create table dns.intruder (id int)")).rejects.toThrow("permission denied");
      await expect(db.query("drop table dns.record")).rejects.toThrow("must be owner");
    });
  });
});
