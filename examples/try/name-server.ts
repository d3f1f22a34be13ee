import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DnsListen } from "../../server/services/dns/listener.ts";
import type { Key } from "../../server/dns-wire/tsig.ts";
import { adapted, blockWith } from "./guide.ts";

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
  /** Output of the server. */
  output(): string;
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** The second address of our primary, at the same port; docs/services.md says why BIND needs it. */
export const SECOND_HOST = "127.0.0.2";

export const NAME_SERVERS = {
  bind: { program: "/usr/sbin/named", package: "bind9", options: ["-g", "-n", "2"], config: bindConfig },
  knot: { program: "/usr/sbin/knotd", package: "knot", options: [], config: knotConfig },
} as const;

export type NameServerKind = keyof typeof NAME_SERVERS;

export function isInstalled(kind: NameServerKind): boolean {
  return existsSync(NAME_SERVERS[kind].program);
}

/** Starts the server as the user of this process, configured as docs/services.md says. */
export function startNameServer(kind: NameServerKind, settings: NameServerSettings): NameServer {
  const { program, config, options } = NAME_SERVERS[kind];
  mkdirSync(settings.folder, { recursive: true });
  const file = join(settings.folder, `${kind}.conf`);
  writeFileSync(file, config(settings), { mode: 0o600 });
  return runServer(program, [...options, "-c", file]);
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

function bindConfig({ folder, port, primary, key }: NameServerSettings): string {
  const name = nameOf(key);
  const keyFile = join(folder, "netportal.key");
  writeFileSync(keyFile, `key "${name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };\n`, {
    mode: 0o600,
  });
  const from = {
    "/var/cache/bind": folder,
    "127.0.0.1 port 5300": `${primary.host} port ${String(primary.port)}`,
    "127.0.0.2 port 5300": `${SECOND_HOST} port ${String(primary.port)}`,
    "ns1.netportal": name,
  };
  const zones = adapted(blockWith('include "/etc/bind/netportal.key"'), {
    ...from,
    "/etc/bind/netportal.key": keyFile,
  });
  const options = adapted(blockWith("catalog-zones {"), {
    ...from,
    "  recursion no;": `  recursion no;
  pid-file "${folder}/named.pid";
  session-keyfile "${folder}/session.key";
  listen-on port ${String(port)} { 127.0.0.1; };
  listen-on-v6 { none; };`,
  });
  return `${zones}${options}controls { };\n`;
}

function knotConfig({ folder, port, primary, key }: NameServerSettings): string {
  const own = `log:
  - target: stderr
    any: notice
database:
  storage: "${folder}"
`;
  return (
    own +
    adapted(blockWith("catalog-role: interpret"), {
      "  listen: 127.0.0.1@5353": `  listen: 127.0.0.1@${String(port)}
  rundir: "${folder}"
  udp-workers: 1
  tcp-workers: 2
  background-workers: 2`,
      "127.0.0.1@5300": `${primary.host}@${String(primary.port)}`,
      "/var/lib/knot": `"${folder}"`,
      "ns2.netportal": nameOf(key),
      "SECRET-OF-NS2": key.secret,
    })
  );
}

/** As configurations write it, without the dot at its end. */
function nameOf({ name }: Key): string {
  return name.replace(/\.$/, "");
}
