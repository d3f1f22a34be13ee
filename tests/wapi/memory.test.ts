import { readFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FRUGAL } from "../../server/frugal.ts";
import { emptyDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const MEBIBYTE = 1024 * 1024;

describe("memory of the process", () => {
  it("[goals P18] what was let go goes back to the system when nothing is to be done", async () => {
    const module = join(import.meta.dirname, "..", "..", "server", "give-back.ts");
    const script = `import { startGivingBack } from ${JSON.stringify(module)};
      let objects = Array.from({ length: 2_000_000 }, (_, at) => ({ at, text: "n" + at }));
      const most = process.memoryUsage.rss();
      objects = objects.length;
      startGivingBack();
      const begin = performance.now();
      const watch = setInterval(() => {
        const left = process.memoryUsage.rss();
        if (left > most - ${String(100 * MEBIBYTE)} && performance.now() - begin < 60_000) return;
        clearInterval(watch);
        console.log(JSON.stringify({ most, left }));
      }, 100);`;
    const { most, left } = await outputOf(["--input-type=module", "--eval", script]);
    expect(left).toBeLessThan(most - 100 * MEBIBYTE);
  }, 90_000);

  describe("a started server", () => {
    let database: Awaited<ReturnType<typeof emptyDatabase>>;
    let server: ServerProcess;
    beforeAll(async () => {
      database = await emptyDatabase();
      server = await startProcess({ DATABASE_URL: database.url, NETPORTAL_DEMO: "0" });
    });
    afterAll(async () => {
      await server.end("SIGKILL");
      await database.drop();
    });

    it("[goals P18] is the process that was started, with the environment that keeps it small, and ends on a signal", async () => {
      const environment = readFileSync(`/proc/${String(server.pid)}/environ`, "utf8").split("\0");
      expect(environment).toEqual(
        expect.arrayContaining(Object.entries(FRUGAL).map(([name, value]) => `${name}=${value}`)),
      );
      expect(await server.end("SIGTERM")).toBe(0);
    });
  });
});

function outputOf(args: readonly string[]): Promise<{ most: number; left: number }> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    child.once("close", () => {
      // One line of the script above.
      resolve(JSON.parse(text) as { most: number; left: number });
    });
  });
}
