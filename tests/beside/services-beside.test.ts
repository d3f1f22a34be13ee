import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scratchFolder } from "../support/scratch.ts";
import { runServerCommand } from "../support/server-command.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

/** Commands are processes, which take long where others use the machine too. */
const PATIENCE = 240_000;
const folder = scratchFolder("services-beside");
const env = { NETPORTAL_MODE: "production", NETPORTAL_DEMO: "0", NETPORTAL_DATA: folder };

let server: ServerProcess;
beforeAll(async () => {
  server = await startProcess(env);
}, PATIENCE);
afterAll(async () => {
  await server.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

it(
  "[OPER-43] services are checked and overtaken beside a server that runs with the embedded database",
  async () => {
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
