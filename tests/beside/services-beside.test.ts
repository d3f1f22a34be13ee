import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scratchFolder } from "../support/scratch.ts";
import { runServerCommand } from "../support/server-command.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

/** Commands are processes, which take long where others use the machine too. */
const PATIENCE = 240_000;
const folder = scratchFolder("services-beside");
// A socket's path is short.
const runtime = mkdtempSync("/tmp/np-");
// PostgreSQL has a user of its own where the tests run as root.
chmodSync(runtime, 0o755);
const env = { NETPORTAL_MODE: "production", NETPORTAL_DEMO: "0", NETPORTAL_DATA: folder };

let server: ServerProcess;
beforeAll(async () => {
  // As the service has it: nobody else sees its temporary files.
  const hidden = join(folder, "tmp");
  mkdirSync(hidden);
  server = await startProcess({ ...env, RUNTIME_DIRECTORY: runtime, TMPDIR: hidden });
}, PATIENCE);
afterAll(async () => {
  await server.end("SIGTERM");
  for (const one of [folder, runtime]) rmSync(one, { recursive: true, force: true });
});

it(
  "[OPER-43] [OPER-84] services are checked and overtaken beside a server that runs with the embedded database",
  async () => {
    expect(readdirSync(runtime)).toHaveLength(1);
    const checked = await runServerCommand("services", env, ["check", "--json"]);
    expect({ ...checked, out: JSON.parse(checked.out) as unknown }).toEqual({
      code: 0,
      out: { is_served: true, found: [], unserved: [] },
      errors: "",
    });
    const overtaken = await runServerCommand("services", env, ["overtake"]);
    expect(overtaken).toEqual({ code: 0, out: "No server has a later version.\n", errors: "" });
    expect((await fetch(`${server.address}/api/system/info`)).status).toBe(200);
  },
  PATIENCE,
);
