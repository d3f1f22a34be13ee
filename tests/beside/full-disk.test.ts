import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { Alerts } from "#contract/wire/system";
import { createPool } from "../../server/db/pool.ts";
import { adminUrl } from "../support/databases.ts";
import { canMount, smallDisk, type SmallDisk } from "../support/full-disk.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";
import { startProcess, type Said, type ServerProcess } from "../support/server-process.ts";

const TABLESPACE = `netportal_full_${String(process.pid)}`;
const PATIENT = { timeout: 60_000, interval: 500 };
const MEGABYTES = 600;

let database: TestDatabase;
let disk: SmallDisk;
let server: ServerProcess;
let ada = "";

async function asAdmin(statements: readonly string[]): Promise<void> {
  const admin = createPool({ connectionString: adminUrl(inject("postgres").server) }, 1);
  for (const sql of statements) await admin.query(sql);
  await admin.close();
}

/** Creates sites with long titles, which fit only on new pages. */
let made = 0;
function createSites(count = 300): Promise<Said> {
  const steps = Array.from({ length: count }, () => ({
    name: "nd.site.create",
    new: { name: `full-${String(++made)}`, title: "t".repeat(200) },
  }));
  return server.execute(steps, ada);
}

const json = async (path: string): Promise<unknown> => (await fetch(`${server.address}${path}`)).json();
const isAlerted = async (): Promise<boolean> =>
  // Parse boundary: the answer of this address.
  ((await json("/api/alerts.json")) as Alerts).system.some(({ title }) => title.en === TITLE);
const TITLE = "Disk of the database full";

describe.skipIf(!canMount() || process.env["DATABASE_URL"] !== undefined)(
  "a database whose disk is full",
  () => {
    beforeAll(async () => {
      database = await testDatabase({ demo: true });
      disk = smallDisk(MEGABYTES);
      await database.db.close();
      const name = new URL(database.url).pathname.slice(1);
      await asAdmin([
        `create tablespace ${TABLESPACE} location '${disk.folder}'`,
        `alter database ${name} set tablespace ${TABLESPACE}`,
      ]);
      server = await startProcess({ DATABASE_URL: database.url });
      ada = await server.signIn("ada");
    });
    afterAll(async () => {
      await server.end("SIGKILL");
      await database.close();
      await asAdmin([`drop tablespace ${TABLESPACE}`]);
      disk.remove();
    });

    it("[OPER-38] refuses changes with a sentence and continues to read, and people see an alert until there is space again", async () => {
      expect([await json("/ready.json"), await isAlerted()]).toEqual([
        { ready: true, writable: true },
        false,
      ]);
      disk.fill();
      let said = await createSites();
      for (let tries = 0; tries < 100 && said.code === "200"; tries++) said = await createSites();
      expect([said.status, said.code]).toEqual([503, "-20999/2"]);
      const refused = await fetch(`${server.address}/api/4.2/nd/site/create`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${ada}`,
          "content-type": "application/json",
          "accept-language": "en",
        },
        body: JSON.stringify({ new: { name: "full-alone", title: "t".repeat(200) } }),
      });
      expect(await refused.text()).toMatch(/"description":"[^"]*disk/);
      for (let more = 0; more < 40; more++) expect((await createSites()).code).toBe("-20999/2");
      expect((await server.get("/api/4.2/nd/site/list", ada)).code).toBe("200");
      expect(await json("/ready.json")).toEqual({ ready: true, writable: false });
      expect(await isAlerted()).toBe(true);
      // One line, however many calls failed.
      expect(server.output().match(/its disk is full/g)).toHaveLength(1);
      expect(server.output()).not.toContain("POST /api");
      disk.free();
      await vi.waitFor(async () => expect(await isAlerted()).toBe(false), PATIENT);
      expect(server.output()).toMatch(/its disk is full: over, after \d+ further failures\./);
      expect(await json("/ready.json")).toEqual({ ready: true, writable: true });
      expect((await createSites()).code).toBe("200");
    }, 180_000);
  },
);
