import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open.ts";
import { createPool } from "../../server/db/pool.ts";
import { noteCopies } from "../../server/services/copy/copies.ts";
import { describe as metadataOf } from "../../server/wapi/describe/metadata.ts";
import { ownPostgres, runServices, type OwnPostgres } from "../support/service-machine.ts";

let central: OwnPostgres;
let copy: OwnPostgres;

beforeAll(async () => {
  central = await ownPostgres({ wal_level: "logical" });
  copy = await ownPostgres({});
  const catalogue = await loadCatalogue();
  await (await openDatabase({ url: central.url, catalogue, metadata: metadataOf(catalogue) })).close();
  await central.db.query("create role before login replication");
  await copyBy("before");
});
afterAll(async () => {
  await copy.remove();
  await central.remove();
});

/** `npm run services -- copy`, with this role at the central database. */
async function copyBy(role: string): Promise<string> {
  const from = central.libpq.replace("user=netportal", `user=${role}`);
  const made = await runServices(central.url, ["copy", copy.url, "--from", from, "--role", role]);
  return `${String(made.code)} ${made.output}`;
}

const bcdsOf = (db: Database) => db.query("select name from nd.bcd order by name");

async function insertBcd(name: string): Promise<void> {
  await central.db.query("insert into nd.bcd (name) values ($1)", [name]);
}

describe("a copy that is made a second time", () => {
  it("uses the new connection if the old connection is refused, and keeps the rows and the slot of the copy", async () => {
    await insertBcd("early");
    await central.db.query("create role later login replication; alter role before nologin");
    await central.db.query("select pg_terminate_backend(active_pid) from pg_replication_slots");
    await insertBcd("late");
    const said = await copyBy("later");
    expect(said).toContain("0 ");
    expect(said).toContain("The copy is up to date and follows the central database.");
    expect(said).not.toContain("gets the rows anew");
    expect(await bcdsOf(copy.db)).toEqual(await bcdsOf(central.db));
    expect(await central.db.query("select slot_name, active from pg_replication_slots")).toEqual([
      { slot_name: "netportal_copy", active: true },
    ]);
  });

  it("is unchanged if the new connection is refused", async () => {
    const said = await copyBy("before");
    expect(said).toMatch(/^1 .*not permitted to log in/s);
    await insertBcd("followed");
    await expect.poll(() => bcdsOf(copy.db)).toEqual(await bcdsOf(central.db));
  });

  it("does not delay writers while it cannot follow the central database", async () => {
    await copy.db.query("alter subscription netportal_copy disable");
    const making = copyBy("later");
    let isMade = false;
    void making.finally(() => {
      isMade = true;
    });
    const waits: number[] = [];
    while (!isMade) {
      const begin = performance.now();
      await central.db.query("update nd.bcd set name = name");
      waits.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await making).toContain("gets the rows anew");
    expect(Math.max(...waits)).toBeLessThan(5_000);
  });

  it("is not waited for while another database of the same PostgreSQL fills a copy", async () => {
    await central.db.query("create database other");
    const other = createPool({ connectionString: central.url.replace("/netportal?", "/other?") }, 1);
    await other.query("select pg_create_logical_replication_slot('pg_1_sync_2_3', 'pgoutput')");
    await central.db.query(
      "insert into output.server (name, kind, address, copy_name) values ('radius', 'radius', '127.0.0.1', 'netportal_copy')",
    );
    await central.db.query("insert into output.unit (name, serial) values ('clients', 7)");
    await central.db.query(
      "insert into output.unit_version (unit, serial, lsn) select 'clients', 7, confirmed_flush_lsn from pg_replication_slots where slot_name = 'netportal_copy'",
    );
    const has = () => central.db.query("select has from output.seen where unit = 'clients'");
    await expect
      .poll(async () => {
        await noteCopies(central.db);
        return await has();
      })
      .toEqual([{ has: "7" }]);
    await other.query("select pg_drop_replication_slot('pg_1_sync_2_3')");
    await other.close();
  });
});
