import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importWorld, type ImportWorld } from "../support/import-world.ts";

const COMMAND = join(import.meta.dirname, "..", "..", "server", "import.ts");
const FOLDER = mkdtempSync(join(tmpdir(), "netportal-import-"));
let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await world.close();
});

interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly errors: string;
}

function run(...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, LANG: "en_GB.UTF-8", LC_ALL: "en_GB.UTF-8" };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, out, errors) => {
      resolve({ code: error === null ? 0 : error.code, out, errors });
    });
  });
}

function zoneFile(name: string, ...lines: readonly string[]): string {
  const path = join(FOLDER, name);
  writeFileSync(path, ["$ORIGIN command.example.", "@ 1h SOA ns h 1 2 3 4 5", ...lines, ""].join("\n"));
  return path;
}

describe("the import command", () => {
  it("ends with 0 where every row is in the database, also when it runs again", async () => {
    const file = zoneFile("good", "@ 1h NS ns", "ns 1h A 203.0.113.60");
    for (const steps of [true, false]) {
      const { code, out } = await run("zone", file, "--url", world.url);
      expect([code, out.includes("Nothing")]).toEqual([0, !steps]);
    }
    expect(await world.client.list("dns.record", { zone: "command.example." })).toHaveLength(2);
  }, 60_000);

  it("ends with 2 where rows were rejected, names them, and keeps the others", async () => {
    const file = zoneFile(
      "partly",
      "@ 1h NS ns",
      "ns 1h A 203.0.113.60",
      "x 1h CNAME2 y",
      "www 1h A 203.0.113.61",
    );
    const { code, out } = await run("zone", file, "--url", world.url);
    expect([code, out]).toEqual([2, expect.stringContaining("x 1h CNAME2 y")]);
    expect(await world.client.list("dns.record", { fqdn: "www.command.example." })).toHaveLength(1);
  }, 60_000);

  it("ends with 1 and a sentence where it failed", async () => {
    const file = zoneFile("refused", "@ 1h NS ns");
    const ways = [
      ["zone", join(FOLDER, "absent"), "--url", world.url],
      ["zone", file, "--url", world.url, "--password", "wrong"],
      ["unknown", file, "--url", world.url],
    ];
    for (const way of ways) {
      const { code, errors } = await run(...way);
      expect([way[0], code]).toEqual([way[0], 1]);
      expect(errors.trim()).not.toBe("");
    }
  }, 60_000);
});
