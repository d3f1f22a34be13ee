import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { brokenWay, type BrokenWay } from "../support/broken-way.ts";
import { scratchFolder } from "../support/scratch.ts";
import { launchProcess, startProcess, type ServerProcess } from "../support/server-process.ts";

/** Shorter than the wait of a call, and longer than the takeover of a standby. */
const MOMENT_MS = 2_500;
/** By then the server has noticed that its connections are broken. Otherwise a call on one of them would be refused at once. */
const NOTICED_MS = 500;
/** In ms, equal to the value in server/db/bridge.ts. */
const LONGEST_WAIT_MS = 10_000;

/** In the first statement after the opening. */
const VENDORS = "netportal.vendor_list";

let folder = "";
let postgres: Awaited<ReturnType<typeof startEmbedded>>;
let way: BrokenWay;
let url = "";
let server: ServerProcess;
let ada = "";

beforeAll(async () => {
  folder = scratchFolder("database-gone");
  postgres = await startEmbedded(folder, () => undefined);
  const { host, port, user, database } = postgres.connection;
  way = await brokenWay(join(host, `.s.PGSQL.${String(port)}`));
  url = `postgresql://${user}@127.0.0.1:${String(way.port)}/${database}`;
  server = await startProcess({ DATABASE_URL: url });
  ada = await server.signIn("ada");
}, 180_000);
afterEach(() => {
  way.open();
});
afterAll(async () => {
  await server.end("SIGKILL");
  await way.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const create = (name: string): Promise<string> =>
  server
    .execute([{ name: "nd.site.create", new: { name } }], ada, `?call_id=${name}`)
    .then(({ code }) => code);
const sites = (): Promise<string> => server.get("/api/4.2/nd/site/list", ada).then(({ code }) => code);

describe("a database that goes away", () => {
  it.each([
    ["the list of vendors is looked at", [VENDORS]],
    ["its description is read", [VENDORS, "with s0 as"]],
    ["the output begins", [VENDORS, "of_database"]],
  ])(
    "[OPER-63] after it was opened, while %s, is waited for by the same process, which then continues",
    async (_, texts) => {
      const isBroken = way.breakAt(texts);
      const started = launchProcess({ DATABASE_URL: url });
      try {
        expect(await started.listens).toMatch(/^http/);
        expect(isBroken()).toBe(true);
        expect(started.output()).toMatch(
          /DATABASE_URL: no connection to 127\.0\.0\.1:\d+\/\w+: .+\. Trying again for up to 300 s/,
        );
        expect(started.output()).toMatch(/The database 127\.0\.0\.1:\d+\/\w+ is there\./);
      } finally {
        expect(await started.end("SIGTERM")).toBe(0);
      }
    },
    60_000,
  );

  it("[OPER-64] for a moment fails no call: a call that comes meanwhile waits and is then executed", async () => {
    way.shut();
    await sleep(NOTICED_MS);
    const since = performance.now();
    const called = [
      ...Array.from({ length: 30 }, (_, at) => create(`moment-${String(at)}`)),
      ...Array.from({ length: 30 }, sites),
    ];
    await sleep(MOMENT_MS);
    way.open();
    expect(new Set(await Promise.all(called))).toEqual(new Set(["200"]));
    expect(performance.now() - since).toBeGreaterThan(MOMENT_MS);
  }, 60_000);

  it("[OPER-64] for longer is reported after ten seconds, then at once; calls are served when it is back", async () => {
    way.shut();
    await sleep(NOTICED_MS);
    const since = performance.now();
    expect(await sites()).toBe("-20999/2");
    expect(performance.now() - since).toBeGreaterThan(LONGEST_WAIT_MS - 1_000);
    const later = performance.now();
    expect([await sites(), await create("later")]).toEqual(["-20999/2", "-20999/2"]);
    expect(performance.now() - later).toBeLessThan(LONGEST_WAIT_MS / 2);
    way.open();
    expect(await create("there again")).toBe("200");
  }, 60_000);

  it("is reported by /ready.json within two seconds", async () => {
    way.shut();
    const since = performance.now();
    expect((await fetch(`${server.address}/ready.json`)).status).toBe(503);
    expect(performance.now() - since).toBeLessThan(LONGEST_WAIT_MS / 2);
  }, 60_000);
});
