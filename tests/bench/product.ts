import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProcessProfile } from "./profiler.ts";
import { CLIENT } from "../support/identity-provider.ts";
import { freePort, HOST } from "../support/name-servers.ts";
import { startScript } from "../support/start-script.ts";

/** The running product, as the bench uses it. */
export interface Product {
  readonly base: string;
  /** Port of the hidden primary on 127.0.0.1. */
  readonly dnsPort: number;
  /** Port on 127.0.0.1 at which the product expects its identity provider, where people need not sign in. */
  readonly issuerPort: number;
  signIn(username: string): Promise<string>;
  /** Memory of the process, in bytes. */
  memory(): Promise<NodeJS.MemoryUsage>;
  /** Resident memory of the process as the system counts it, in bytes. */
  resident(): number;
  /** The two longest works of its main thread without a pause since the last question, in ms of CPU time. */
  stall(): Promise<readonly [longest: number, second: number]>;
  /** CPU time that the process has used, in ms. */
  cpu(): Promise<number>;
  beginProfile(): Promise<void>;
  endProfile(): Promise<ProcessProfile>;
  stop(): Promise<void>;
}

/** Address to which an identity provider sends people back. */
export const PUBLIC_URL = "http://127.0.0.1:4711";

/** Starts the product on a database; `heap` limits its heap, in MiB. */
export async function startProduct(databaseUrl: string, heap?: number): Promise<Product> {
  const [dnsPort, issuerPort] = [await freePort(), await freePort()];
  const named = {
    NETPORTAL_DNS_LISTEN: `${HOST}:${String(dnsPort)}`,
    NETPORTAL_PUBLIC_URL: PUBLIC_URL,
    NETPORTAL_OIDC_ISSUER: `http://${HOST}:${String(issuerPort)}`,
    NETPORTAL_OIDC_CLIENT_ID: CLIENT.id,
    NETPORTAL_OIDC_CLIENT_SECRET: CLIENT.secret,
  };
  const child = fork(join(import.meta.dirname, "server.ts"), {
    execArgv: heap === undefined ? [] : [`--max-old-space-size=${String(heap)}`],
    env: { ...startScript().env, ...process.env, ...named, DATABASE_URL: databaseUrl, NETPORTAL_DEMO: "0" },
  });
  const message = async (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        reject(new Error("the product ended"));
      };
      child.once("exit", end);
      child.once("message", (text) => {
        child.off("exit", end);
        resolve(text);
      });
    });
  // Parse boundary: messages of server.ts.
  const { address: base } = (await message()) as { address: string };
  return {
    base,
    dnsPort,
    issuerPort,
    signIn: (username) => signIn(base, username),
    async memory() {
      child.send("memory");
      return ((await message()) as { memory: NodeJS.MemoryUsage }).memory;
    },
    resident() {
      const status = readFileSync(`/proc/${String(child.pid)}/status`, "utf8");
      return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) * 1024;
    },
    async stall() {
      child.send("stall");
      return ((await message()) as { stall: readonly [number, number] }).stall;
    },
    async cpu() {
      child.send("cpu");
      const { user, system } = ((await message()) as { cpu: NodeJS.CpuUsage }).cpu;
      return (user + system) / 1000;
    },
    async beginProfile() {
      child.send("beginProfile");
      await message();
    },
    async endProfile() {
      child.send("endProfile");
      return ((await message()) as { profile: ProcessProfile }).profile;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.disconnect();
      await ended;
    },
  };
}

async function signIn(base: string, username: string): Promise<string> {
  const answer = await fetch(`${base}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: "demo" }),
  });
  // The wire contract, section 6.1.
  const { token } = (await answer.json()) as { token: string };
  return token;
}
