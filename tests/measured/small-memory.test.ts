import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const MAIN = join(import.meta.dirname, "..", "..", "server", "main.ts");
const EXECUTE = "/api/4.2/wapi/transaction/execute";
const MIB = 2 ** 20;
/** Node says that the control group gives the process 1 GiB. */
const SMALL = "data:text/javascript,process.constrainedMemory=()=>2**30";
/** The allocator that examples/netportal.service loads. The allocator of the C library keeps memory for each of many threads. */
const ALLOCATOR = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";
/** Time in ms after which the memory of finished work has been returned. */
const RESTED_MS = 15_000;
const PERSONS = ["ada", "otto", "greta"] as const;

let database: TestDatabase;
let server: ServerProcess;
let tokens: readonly string[] = [];
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  const env = { DATABASE_URL: database.url, ...(existsSync(ALLOCATOR) ? { LD_PRELOAD: ALLOCATOR } : {}) };
  server = await startProcess(env, [process.execPath, "--import", SMALL, MAIN]);
  tokens = await Promise.all(PERSONS.map((name) => server.signIn(name)));
  // The portals were opened some time ago, so the server has already prepared what they read first.
  for (const language of ["de", "en"]) {
    const { code } = await server.get(
      `/api/4.2/wapi/object_type/metadata?language=${language}`,
      tokens[0] ?? "",
    );
    expect(code).toBe("200");
  }
  await sleep(RESTED_MS);
});
afterAll(async () => {
  await server.end("SIGTERM");
  await database.close();
});

/** Status and name of the fault of a call with this body, sent as the person with this number. */
async function sent(body: string, at: number): Promise<string> {
  const answer = await fetch(`${server.address}${EXECUTE}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${tokens[at % tokens.length] ?? ""}`,
    },
    body,
  });
  const text = await answer.text();
  return `${String(answer.status)} ${/"name":"(\w+)"\},"description/.exec(text)?.[1] ?? ""}`.trim();
}

/** Greatest resident memory of the process, in MiB. */
const most = (): number =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${String(server.pid)}/status`, "utf8"))?.[1]) / 1024;

const BODIES = [
  [`[${" ".repeat(64 * MIB - 2)}]`, "200"],
  [`["${"a".repeat(64 * MIB - 4)}"]`, "400 malformed_step"],
  [`[${"{},".repeat(20 * MIB)}{}]`, "413 body_too_large"],
  // Almost as many values as the server takes. A larger machine refuses them, too, for the number of steps.
  [`[${"{},".repeat(400_000)}${" ".repeat(60 * MIB)}{}]`, "400 too_many_steps"],
] as const;

describe("a server with 1 GiB of memory", () => {
  it("[OPER-55] answers eight bodies of 64 MiB at once, of any kind, within 750 MiB, and continues to run", async () => {
    const said = await Promise.all([...BODIES, ...BODIES].map(([body], at) => sent(body, at)));
    console.log(`${String(Math.round(most()))} MiB resident at most`);
    expect(said).toEqual([...BODIES, ...BODIES].map(([, expected]) => expected));
    expect(most()).toBeLessThan(750);
    expect((await server.get("/api/4.2/nd/site/list", tokens[0] ?? "")).code).toBe("200");
  }, 300_000);
});
