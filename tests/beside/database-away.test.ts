import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { killPostmaster, postmasterOf } from "../support/killable.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const SITES = "/api/4.2/nd/site/list";
const NOBODY = "x".repeat(64);
const PATIENT = { timeout: 60_000, interval: 100 };

let folder = "";
let server: ServerProcess;
beforeEach(() => {
  folder = scratchFolder("away");
});
afterEach(async () => {
  chmodSync(data(), 0o700);
  await server.end("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const data = (): string => join(folder, "postgres");
const start = (env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  startProcess({ NETPORTAL_DATA: folder, NETPORTAL_DEMO: "0", ...env });
const statusOf = async (path: string): Promise<number> => (await fetch(`${server.address}${path}`)).status;

/** Kills PostgreSQL and makes its files unreachable, so that it cannot start again. */
function shutOut(): void {
  killPostmaster(data());
  chmodSync(data(), 0);
}

describe("an embedded PostgreSQL that dies and cannot restart at once", () => {
  it("[CONST-20] is restarted until it runs; meanwhile the process is not ready", async () => {
    server = await start();
    expect([await statusOf("/ready.json"), await statusOf("/api/system/info")]).toEqual([200, 200]);
    // PostgreSQL started by root runs as another account, so the mode of the folder stops it even then.
    shutOut();
    await vi.waitFor(() => {
      expect(server.output().match(/PostgreSQL does not start, next try in/g)?.length).toBeGreaterThan(1);
    }, PATIENT);
    const unready = await fetch(`${server.address}/ready.json`);
    expect([unready.status, Number(unready.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect(await statusOf("/api/system/info")).toBe(200);
    const { code, headers } = await server.get(SITES, NOBODY);
    expect([code, headers.get("retry-after")]).toEqual(["-20999/2", "5"]);
    chmodSync(data(), 0o700);
    await vi.waitFor(async () => expect(await statusOf("/ready.json")).toBe(200), PATIENT);
    expect((await server.get(SITES, NOBODY)).code).toBe("-20001/3");
    expect(await server.end("SIGTERM")).toBe(0);
    expect(postmasterOf(data())).toBe(0);
  }, 120_000);

  it("ends the process with a sentence if it does not start in time", async () => {
    server = await start({ NETPORTAL_DATABASE_WAIT_S: "1" });
    shutOut();
    expect(await server.exited).toBe(1);
    expect(server.output()).toMatch(/PostgreSQL ended and did not start again: .*(ermission|could not)/);
  }, 120_000);
});
