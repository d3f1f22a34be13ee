import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOG_ZONE } from "#contract/values/catalog-zone";
import type { DnsListen } from "../dns/listener.ts";
import type { Key } from "../dns/tsig.ts";

/** A name server of Debian beside ours, on loopback, for a try and for tests. */
export interface NameServerSettings {
  /** Folder of its configuration and everything that it writes. */
  readonly folder: string;
  readonly port: number;
  readonly primary: DnsListen;
  readonly key: Key;
}

export interface NameServer {
  readonly pid: number;
  /** What it wrote. */
  output(): string;
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

export const NAME_SERVERS = {
  bind: { program: "/usr/sbin/named", package: "bind9", config: bindConfig, args: bindArgs },
  knot: { program: "/usr/sbin/knotd", package: "knot", config: knotConfig, args: knotArgs },
} as const;

export type NameServerKind = keyof typeof NAME_SERVERS;

export function isInstalled(kind: NameServerKind): boolean {
  return existsSync(NAME_SERVERS[kind].program);
}

/** Writes the configuration and starts the server as the user of this process. */
export function startNameServer(kind: NameServerKind, settings: NameServerSettings): NameServer {
  const { program, config, args } = NAME_SERVERS[kind];
  mkdirSync(settings.folder, { recursive: true });
  const file = join(settings.folder, `${kind}.conf`);
  writeFileSync(file, config(settings), { mode: 0o600 });
  return runServer(program, args(file));
}

/** Runs a server in the foreground and keeps the end of what it writes. */
export function runServer(program: string, args: readonly string[]): NameServer {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const read = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => {
      resolve();
    });
    child.once("error", (error) => {
      text += error.message;
      resolve();
    });
  });
  return {
    pid: child.pid ?? 0,
    output: () => text,
    async end(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}

function bindArgs(file: string): readonly string[] {
  return ["-g", "-c", file, "-n", "2"];
}

function bindConfig({ folder, port, primary, key }: NameServerSettings): string {
  const name = key.name.replace(/\.$/, "");
  const from = `{ ${primary.host} port ${String(primary.port)} key "${name}"; }`;
  const catalog = CATALOG_ZONE.replace(/\.$/, "");
  return `key "${name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };
options {
  directory "${folder}";
  pid-file "${folder}/named.pid";
  session-keyfile "${folder}/session.key";
  listen-on port ${String(port)} { 127.0.0.1; };
  listen-on-v6 { none; };
  recursion no;
  dnssec-validation no;
  notify no;
  allow-transfer { key "${name}"; };
  catalog-zones { zone "${catalog}" default-primaries ${from} in-memory yes min-update-interval 0; };
};
controls { };
zone "${catalog}" { type secondary; primaries ${from}; file "catalog.db"; };
`;
}

function knotArgs(file: string): readonly string[] {
  return ["-c", file];
}

function knotConfig({ folder, port, primary, key }: NameServerSettings): string {
  const name = key.name.replace(/\.$/, "");
  const catalog = CATALOG_ZONE.replace(/\.$/, "");
  return `server:
  rundir: "${folder}"
  listen: 127.0.0.1@${String(port)}
  udp-workers: 1
  tcp-workers: 2
  background-workers: 2
log:
  - target: stderr
    any: notice
database:
  storage: "${folder}"
key:
  - id: ${name}
    algorithm: ${key.algorithm}
    secret: ${key.secret}
remote:
  - id: netportal
    address: ${primary.host}@${String(primary.port)}
    key: ${name}
acl:
  - id: netportal
    key: ${name}
    action: [notify, transfer]
template:
  - id: default
    storage: "${folder}"
    zonefile-sync: -1
    zonefile-load: none
    journal-content: all
  - id: member
    storage: "${folder}"
    master: netportal
    acl: netportal
    zonefile-sync: -1
    zonefile-load: none
    journal-content: all
zone:
  - domain: ${catalog}
    master: netportal
    acl: netportal
    catalog-role: interpret
    catalog-template: member
`;
}
