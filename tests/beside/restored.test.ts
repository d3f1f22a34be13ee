import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn, type Params, type Row } from "#contract/wire/json";
import { createPool } from "../../server/db/pool.ts";
import type { Database } from "../../server/db/database.ts";
import { fetchZone, type Asked } from "../../server/dns-wire/exchange.ts";
import type { Key } from "../../server/dns-wire/tsig.ts";
import { serialIn } from "../../server/dns-wire/message.ts";
import { startNameServer, type NameServer } from "../../examples/try/name-server.ts";
import { debianPostgres, HAS_DEBIAN_POSTGRES, type DebianPostgres } from "../support/debian-postgres.ts";
import { freePort, HOST, KINDS, newKey } from "../support/name-servers.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { runServices } from "../support/service-machine.ts";
import { scratchFolder } from "../support/scratch.ts";

if (!HAS_DEBIAN_POSTGRES)
  console.warn("SKIPPED: restore, because the PostgreSQL of Debian 12 is not installed");

const ZONE = "example.edu.";

interface Beside extends Asked {
  readonly key: Key;
  readonly name: string;
  readonly process: NameServer;
}

describe.skipIf(!HAS_DEBIAN_POSTGRES || KINDS.length === 0)(
  "a database that was restored from a backup",
  () => {
    const folder = scratchFolder("restored");
    let postgres: DebianPostgres;
    let portal: ServerProcess;
    let ada: string;
    let servers: readonly Beside[];
    let port: number;
    let db: Database;

    const open = async (database: string): Promise<void> => {
      const DATABASE_URL = postgres.url(database);
      portal = await startProcess({ DATABASE_URL, NETPORTAL_DNS_LISTEN: `${HOST}:${String(port)}` });
      ada = await portal.signIn("ada");
      db = createPool({ connectionString: DATABASE_URL }, 2);
    };
    const close = async (): Promise<void> => {
      await db.close();
      await portal.end("SIGTERM");
    };
    const execute = async (...steps: readonly object[]): Promise<readonly (readonly Row[])[]> => {
      const said = await portal.execute(steps, ada);
      if (said.code !== "200") throw new Error(said.code);
      return said.lists;
    };
    const create = (name: string, values: Params): object => ({ name: `${name}.create`, new: values });
    const text = (fqdn: string): object =>
      create("dns.record", { fqdn, fqdn_type: "domain", type: "TXT", data: "x" });
    const deliveries = async (): Promise<readonly Row[]> =>
      (await execute({ name: "output.delivery.list", old: { unit: ZONE } }))[0] ?? [];
    /** Every server shows the published version, and nothing waits for publication. */
    const live = (): Promise<void> =>
      vi.waitFor(async () => {
        const waiting = await db.query("select from output.journal");
        const rows = await deliveries();
        const late = rows.filter((row) => row["is_live"] !== true);
        expect([waiting, rows.length, late]).toEqual([[], servers.length, []]);
      }, LATE);
    const serialOf = async (server: Beside): Promise<number> => serialIn(await fetchZone(server, ZONE)) ?? 0;
    const namesOf = async (server: Beside): Promise<readonly string[]> =>
      [...new Set((await fetchZone(server, ZONE)).map(({ name }) => name))].toSorted();
    const published = async (): Promise<readonly string[]> =>
      (
        await db.query<{ name: string }>(
          "select distinct name from output.rr where zone = $1 union select $1",
          [ZONE],
        )
      )
        .map(({ name }) => name)
        .toSorted();

    beforeAll(async () => {
      postgres = await debianPostgres();
      postgres.create("netportal");
      port = await freePort();
      await open("netportal");
      servers = await Promise.all(
        KINDS.map(async (kind): Promise<Beside> => {
          const settings = {
            port: await freePort(),
            primary: { host: HOST, port },
            key: newKey(`${kind}.netportal.`),
          };
          const process = startNameServer(kind, { folder: join(folder, kind), ...settings });
          return { name: kind, process, address: HOST, port: settings.port, key: settings.key };
        }),
      );
      await execute(
        ...servers.map(({ name, address, port: at, key }) =>
          create("output.server", { name, address, port: at, key_name: key.name, key_secret: key.secret }),
        ),
      );
      await live();
    }, 180_000);
    afterAll(async () => {
      await close();
      await Promise.all(servers.map(({ process }) => process.end("SIGKILL")));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it("opens with the rows of the backup, and name servers that had later versions get these rows", async () => {
      await execute(text(`kept.${ZONE}`));
      await live();
      const all = { name: "dns.record.list", old: { sorting_params_list: ["fqdn", "type", "data"] } };
      const backup = await execute(all);
      const file = postgres.dump("netportal");
      // Many versions a second make serials that are ahead of the clock.
      await db.query("update output.zone set serial = serial + 100000");
      await execute(text(`lost.${ZONE}`));
      await live();
      const lost = await Promise.all(servers.map(serialOf));
      for (const server of servers) expect(await namesOf(server)).toContain(`lost.${ZONE}`);
      postgres.restore(file, "restored");
      const told = await runServices(postgres.url("restored"), ["check"]);
      for (const { name } of servers) expect(told.output).toContain(`  ${name} ${ZONE}\n`);
      expect([told.code, told.output]).toEqual([
        1,
        expect.stringContaining("the server has a later version than"),
      ]);

      // BIND avoids a primary for ten minutes after it has refused it twice, so the primary is away only for a moment.
      await close();
      await open("restored");
      expect(await execute(all)).toEqual(backup);
      await live();
      for (const [at, server] of servers.entries()) {
        expect(await namesOf(server)).toEqual(await published());
        expect(await namesOf(server)).not.toContain(`lost.${ZONE}`);
        expect(await serialOf(server)).toBeGreaterThan(lost[at] ?? 0);
      }
    }, 180_000);

    it("continues: a change is applied, logged and published", async () => {
      await execute(text(`next.${ZONE}`));
      await live();
      for (const server of servers) expect(await namesOf(server)).toContain(`next.${ZONE}`);
      const [last = []] = await execute({
        name: "wapi.transaction.list",
        old: { sorting_params_list: ["ts DESC"], fetch_limit: 1 },
      });
      expect(textIn(last[0]?.["login_name"])).toBe("ada");
    }, 120_000);

    it("raises no serial twice in a row, so that a server with serials of its own is reported", async () => {
      await db.query("update output.zone set serial = serial - 10 where name = $1", [ZONE]);
      await db.query(
        `update output.seen d set wanted = z.serial::text, next_try = now() from output.zone z where z.name = d.unit and z.name = $1`,
        [ZONE],
      );
      await vi.waitFor(async () => {
        expect((await deliveries()).map(({ is_live, error }) => [is_live, error])).toEqual(
          servers.map(() => [false, "ahead"]),
        );
      }, LATE);
      const [zone] = await db.query<{ serial: string }>("select serial from output.zone where name = $1", [
        ZONE,
      ]);
      for (const server of servers) expect(await serialOf(server)).toBe(Number(zone?.serial) + 10);
      expect(await db.query("select from output.journal")).toEqual([]);
      const overtaken = await runServices(postgres.url("restored"), ["overtake"]);
      expect([overtaken.code, overtaken.output.trim()]).toEqual([0, ZONE]);
      await live();
      for (const server of servers) expect(await serialOf(server)).toBeGreaterThan(Number(zone?.serial) + 10);
    }, 240_000);
  },
);

const LATE = { timeout: 90_000, interval: 200 };
