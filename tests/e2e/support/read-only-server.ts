import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PORT = Number(process.env["E2E_PORT"] ?? "18080") + 1;
export const READ_ONLY_URL = `http://127.0.0.1:${String(PORT)}`;

/** A second server, a development instance whose transactions are all rolled back, with a database of its own. Answers with what ends it. */
export async function startReadOnlyServer(root: string): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), "netportal-e2e-ro-"));
  const server = spawn("node", ["server/main.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NETPORTAL_PORT: String(PORT),
      NETPORTAL_DATA: data,
      NETPORTAL_MODE: "devel",
      NETPORTAL_ACCESS_MODE: "ro",
    },
  });
  const ended = once(server, "exit");
  const isReady = new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes("is running")) resolve();
    });
    void ended.then(() => reject(new Error("The read-only server did not start.")));
  });
  await isReady;
  return async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
}
