import { existsSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { adapted, blockWith } from "../../examples/try/guide.ts";
import { runServer, type NameServer } from "../../examples/try/name-server.ts";

const PROGRAM = "/usr/sbin/haproxy";
export const HAPROXY_IS_THERE = existsSync(PROGRAM);
if (!HAPROXY_IS_THERE) console.warn(`SKIPPED: failover, because ${PROGRAM} is missing (Debian: haproxy)`);

export interface ProxyPorts {
  /** Leads to the PostgreSQL that is the primary. */
  readonly database: number;
  /** Leads to a process that answers. */
  readonly web: number;
  readonly postgres: readonly [number, number];
  /** Address at which each PostgreSQL reports its role. */
  readonly roles: readonly [number, number];
  readonly processes: readonly [number, number, number];
}

/** HAProxy with the file of docs/operating.md, on these ports of this machine. */
export async function startHaproxy(folder: string, ports: ProxyPorts): Promise<NameServer> {
  const file = join(folder, "haproxy.cfg");
  const [one, two, three] = ports.processes.map((port) => `127.0.0.1:${String(port)}`);
  const changes = {
    "/run/haproxy/admin.sock": adminSocket(folder),
    "127.0.0.1:5000": `127.0.0.1:${String(ports.database)}`,
    "db1.example.org:5432 check port 8008": checked(ports, 0),
    "db2.example.org:5432 check port 8008": checked(ports, 1),
    "bind :80": `bind 127.0.0.1:${String(ports.web)}`,
    "127.0.0.1:8081": one ?? "",
    "127.0.0.1:8082": two ?? "",
    "127.0.0.1:8083": three ?? "",
  };
  writeFileSync(file, adapted(blockWith("listen database", "operating.md"), changes));
  const proxy = runServer(PROGRAM, ["-db", "-f", file]);
  for (let tries = 0; ; tries++) {
    // Without processes HAProxy answers, too: with 503.
    const answers = await fetch(`http://127.0.0.1:${String(ports.web)}/`).then(() => true, () => false); // prettier-ignore
    if (answers) return proxy;
    if (tries > 200) throw new Error(`HAProxy does not answer:\n${proxy.output()}`);
    await sleep(50);
  }
}

const adminSocket = (folder: string): string => join(folder, "haproxy.sock");

/** Takes a process out or in by its name in docs/operating.md; its running calls continue. */
export async function setServer(folder: string, name: string, state: "drain" | "ready"): Promise<void> {
  const socket = connect(adminSocket(folder));
  socket.write(`set server processes/${name} state ${state}\n`);
  const answer = (await text(socket)).trim();
  if (answer !== "") throw new Error(answer);
}

function checked({ postgres, roles }: ProxyPorts, at: 0 | 1): string {
  return `127.0.0.1:${String(postgres[at])} check port ${String(roles[at])}`;
}

/** Tells the role of a PostgreSQL as Patroni does: `GET /primary` is answered with 200 or 503. */
export async function startRole(isPrimary: () => Promise<boolean>): Promise<Server> {
  const server = createServer((_request, response) => {
    void isPrimary()
      .catch(() => false)
      .then((is) => response.writeHead(is ? 200 : 503).end());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return server;
}

export function portOf(server: Server): number {
  // Safe: the server listens on TCP.
  return (server.address() as AddressInfo).port;
}
