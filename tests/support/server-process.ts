import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { WireException } from "#contract/wire/fault";
import type { Json, Row } from "#contract/wire/json";
import { scratchFolder } from "./scratch.ts";

/** The answer of a server process. */
export interface Said {
  readonly status: number;
  readonly headers: Headers;
  /** For example `200` or `-20999/2`; `lost` if the connection ended without an answer. */
  readonly code: string;
  /** Result lists in order. */
  readonly lists: readonly (readonly Row[])[];
}

/** The product in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly address: string;
  /** Everything that the process has written so far. */
  output(): string;
  /** Sends a signal and resolves with the exit code, or null after a kill. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
  signal(signal: "SIGTERM"): void;
  readonly exited: Promise<number | null>;
  signIn(username: string): Promise<string>;
  get(path: string, token: string): Promise<Said>;
  execute(steps: readonly object[], token: string, query?: string): Promise<Said>;
  post(path: string, body: Json, token: string): Promise<Said>;
}

const ROOT = join(import.meta.dirname, "..", "..");
const MAIN = join(ROOT, "server", "main.ts");

/** A server process from its first moment on. */
export interface LaunchedProcess extends Pick<ServerProcess, "pid" | "output" | "end" | "signal" | "exited"> {
  /** Resolves with its address as soon as it listens; rejects if it ends before. */
  readonly listens: Promise<string>;
}

/** Launches `server/main.ts` on a free port, with the demo campus if the database is empty, and waits for nothing. */
export function launchProcess(
  env: Readonly<Record<string, string>>,
  [program = "", ...args]: readonly string[] = [process.execPath, MAIN],
): LaunchedProcess {
  const folder = scratchFolder("process");
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      PATH: [join(ROOT, "node_modules", ".bin"), process.env["PATH"]].join(":"),
      // As `npm start` does.
      NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "netportal"),
      NETPORTAL_MODE: "test",
      NETPORTAL_DEMO: "1",
      NETPORTAL_BUILD: "0",
      NETPORTAL_PORT: "0",
      NETPORTAL_DATA: folder,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  void exited.then(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const listens = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void exited.then((code) => {
      reject(new Error(`the server ended with ${String(code)}:\n${output}`));
    });
  });
  // A caller that waits for the address gets the error.
  listens.catch(() => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error("no process");
  return {
    pid,
    listens,
    output: () => output,
    exited,
    signal: (signal) => child.kill(signal),
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Launches the product and resolves when the server is ready. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  command?: readonly string[],
): Promise<ServerProcess> {
  const { listens, ...launched } = launchProcess(env, command);
  const address = await listens;
  return { ...launched, address, ...callsTo(address) };
}

type Calls = Pick<ServerProcess, "signIn" | "get" | "execute" | "post">;

/** Functions that call the server at an address. */
export function callsTo(address: string): Calls {
  const send = async (path: string, init: RequestInit): Promise<Said> => {
    try {
      const response = await fetch(`${address}${path}`, init);
      return said(response, await response.text());
    } catch {
      return { status: 0, headers: new Headers(), code: "lost", lists: [] };
    }
  };
  const post: Calls["post"] = (path, body, token) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  return {
    post,
    get: (path, token) => send(path, { headers: { authorization: `Bearer ${token}` } }),
    // Callers pass steps that are JSON.
    execute: (steps, token, query = "") =>
      post(`/api/4.2/wapi/transaction/execute${query}`, JSON.parse(JSON.stringify(steps)) as Json, token),
    async signIn(username) {
      const response = await fetch(`${address}/api/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password: "demo" }),
      });
      // Parse boundary: the answer to a sign-in. A fault has no token, and the test that uses it fails.
      return ((await response.json()) as { token: string }).token;
    },
  };
}

function said(response: Response, text: string): Said {
  const { status, headers } = response;
  if (status === 200) {
    // Parse boundary: the contract gives the shape of the lists.
    return { status, headers, code: "200", lists: JSON.parse(text) as Said["lists"] };
  }
  const { exception } = JSON.parse(text) as { exception: WireException };
  const code = `${String(exception.error_type.code)}/${String(exception.error.code)}`;
  return { status, headers, code, lists: [] };
}
