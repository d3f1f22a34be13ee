import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../../support/scratch.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A server and database that only one walk uses. */
export interface OwnServer {
  readonly url: string;
  /** Ends the process and keeps the data. */
  stop(): Promise<void>;
  /** Starts it again at the same address with the same data. */
  start(): Promise<void>;
  /** Ends it and removes the data. */
  remove(): Promise<void>;
}

/** Address of the server whose port is this far above the port of the walks. */
export function urlBeside(offset: number): string {
  return `http://127.0.0.1:${String(portBeside(offset))}`;
}

function portBeside(offset: number): number {
  return Number(process.env["E2E_PORT"] ?? "18080") + offset;
}

/** Starts a server with these settings on the port this far above that of the walks, and waits until it answers. */
export async function startOwnServer(
  offset: number,
  settings: Readonly<Record<string, string>>,
): Promise<OwnServer> {
  const data = scratchFolder("e2e-own");
  const env = {
    ...process.env,
    ...settings,
    NETPORTAL_PORT: String(portBeside(offset)),
    NETPORTAL_DATA: data,
  };
  let end = (): Promise<void> => Promise.resolve();
  const start = async (): Promise<void> => {
    end = await launch(env);
  };
  const stop = (): Promise<void> => end();
  await start();
  return {
    url: urlBeside(offset),
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Returns a function that ends the process. */
async function launch(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const server = spawn("node", ["server/main.ts"], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"], env });
  const ended = once(server, "exit");
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes("is running")) resolve();
    });
    void ended.then(() => reject(new Error("A server of a walk's own did not start.")));
  });
  return async () => {
    server.kill("SIGTERM");
    await ended;
  };
}
