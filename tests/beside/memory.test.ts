import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { emptyDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { startScript } from "../support/start-script.ts";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let server: ServerProcess;
beforeAll(async () => {
  database = await emptyDatabase();
  const env = { DATABASE_URL: database.url, NETPORTAL_DEMO: "0" };
  server = await startProcess(env, ["sh", "-c", startScript().command]);
});
afterAll(async () => {
  await server.end("SIGKILL");
  await database.drop();
});

it("[goals P18] `npm start` runs the server itself, with the environment that keeps it small, and a signal ends it", async () => {
  const about = (file: string): readonly string[] =>
    readFileSync(`/proc/${String(server.pid)}/${file}`, "utf8").split("\0");
  expect(about("cmdline")).toContain("server/main.ts");
  const { env } = startScript();
  expect(Object.keys(env)).toEqual(["NODE_COMPILE_CACHE", "MALLOC_MMAP_THRESHOLD_"]);
  expect(about("environ")).toEqual(
    expect.arrayContaining(Object.entries(env).map(([name, value]) => `${name}=${value}`)),
  );
  expect(await server.end("SIGTERM")).toBe(0);
});

it("[OPER-42] a server without calls returns the memory that a long list took", async () => {
  const busy = await startProcess({ DATABASE_URL: database.url, NETPORTAL_DEMO: "1" });
  try {
    const resident = (): number =>
      Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${String(busy.pid)}/status`, "utf8"))?.[1]) / 1024;
    const token = await busy.signIn("ada");
    const lists = Array.from({ length: 8 }, (_, at) => ({
      idx: `f${String(at)}`,
      name: "wapi.function.list",
    }));
    for (let round = 0; round < 20; round++) expect((await busy.execute(lists, token)).status).toBe(200);
    const most = resident();
    await expect.poll(resident, { timeout: 90_000, interval: 500 }).toBeLessThan(most - 60);
    expect((await busy.execute(lists, token)).status).toBe(200);
  } finally {
    await busy.end("SIGKILL");
  }
}, 180_000);
