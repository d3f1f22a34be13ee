import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Query } from "../../server/db/database.ts";
import { createPool } from "../../server/db/pool.ts";
import { startEmbedded, type EmbeddedServer } from "../../server/db/embedded/server.ts";
import { startProcess, type Said, type ServerProcess } from "../support/server-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const LISTS = ["nd/site/list", "dns/fqdn/list", "cntl/mgr/list", "wapi/object_type/list"];

const PLACE = `select pg_backend_pid() as pid, pg_current_snapshot()::text as moment, pg_is_in_recovery() as "isStandby"`;

let folder = "";
let postgres: EmbeddedServer;
let replica: ServerProcess;
let token = "";
let before: readonly Said[] = [];

function env(): Record<string, string> {
  const { host, user, database } = postgres.connection;
  return { DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}` };
}

function lists(server: ServerProcess): Promise<readonly Said[]> {
  return Promise.all(LISTS.map((path) => server.get(`/api/4.2/${path}`, token)));
}

beforeAll(async () => {
  folder = scratchFolder("replica");
  postgres = await startEmbedded(folder, () => undefined);
  const primary = await startProcess(env());
  token = await primary.signIn("ada");
  before = await lists(primary);
  await primary.end("SIGTERM");
  await postgres.stop();
  // This file makes a PostgreSQL cluster a standby.
  writeFileSync(join(folder, "postgres", "standby.signal"), "");
  postgres = await startEmbedded(folder, () => undefined);
  replica = await startProcess({ ...env(), NETPORTAL_ACCESS_MODE: "ro" });
});
afterAll(async () => {
  await replica.end("SIGTERM");
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a server on a replica", () => {
  it("answers lists to the tokens of the primary", async () => {
    expect(before.map(({ code }) => code)).toEqual(LISTS.map(() => "200"));
    expect((await lists(replica)).map((said) => said.lists)).toEqual(before.map((said) => said.lists));
    const named = await replica.execute([{ name: "nd.site.list" }], token, "?call_id=c-1");
    expect([named.code, named.lists]).toEqual(["200", before[0]?.lists]);
    const progress = await replica.get("/api/4.2/wapi/transaction/progress?call_id=c-1", token);
    expect(progress.lists).toEqual([[]]);
  });

  it("[API-131] reads two parts of a call on two connections, in the state of one moment", async () => {
    const db = createPool(postgres.connection, 10);
    const options = { mode: "read only", readsFirst: true, statementTimeout: 10_000 } as const;
    const place = async (query: Query): Promise<unknown> => query.query(PLACE);
    const idle = (): unknown => db.pools().find(({ pool }) => pool === "halves")?.idle;
    try {
      await db.readBoth(options, place, place);
      await expect.poll(idle).toBe(1);
      const [one, other] = await db.readBoth(options, place, place);
      expect(other).toMatchObject([{ isStandby: true }]);
      expect(one).not.toEqual(other);
      const moments = [one, other].map((rows) => /"moment":"[^"]+"/.exec(JSON.stringify(rows))?.[0]);
      expect(moments[0]).toBe(moments[1]);
    } finally {
      await db.close();
    }
  });

  it("refuses writes and sign-ins, and reports no bug", async () => {
    const create = { name: "nd.site.create", new: { name: "on a replica" } };
    expect((await replica.execute([create], token)).code).toBe("-20920/1");
    expect((await replica.execute([create], token, "?dry_mode=true")).code).toBe("-20920/1");
    expect((await replica.post("/api/4.2/nd/site/create", { new: create.new }, token)).code).toBe("-20920/1");
    const login = await replica.post("/api/login", { username: "ada", password: "demo" }, "");
    expect(login.code).toBe("-20920/1");
    expect(replica.output()).not.toMatch(/incident|Error/);
  });

  it("does not start without access mode ro", async () => {
    await expect(startProcess(env())).rejects.toThrow("NETPORTAL_ACCESS_MODE=ro");
  });
});
