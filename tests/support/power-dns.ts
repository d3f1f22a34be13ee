import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adapted, blockWith } from "../../examples/try/guide.ts";
import { runServer, type NameServer, type NameServerSettings } from "../../examples/try/name-server.ts";

const PROGRAM = "/usr/sbin/pdns_server";
const SCHEMA = "/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql";
const missing = [PROGRAM, SCHEMA, "/usr/bin/sqlite3"].filter((path) => !existsSync(path));
if (missing.length > 0) console.warn(`SKIPPED: PowerDNS, because ${missing.join(", ")} is missing`);

/** PowerDNS if it is installed, as a kind beside the others. */
export const POWER_DNS: readonly "powerdns"[] = missing.length === 0 ? ["powerdns"] : [];

/** PowerDNS as docs/services.md says, with a database in its folder. */
export function startPowerDns({ folder, port, primary, key }: NameServerSettings): NameServer {
  mkdirSync(folder, { recursive: true });
  const database = join(folder, "netportal.sqlite3");
  const own = `socket-dir=${folder}\ndisable-syslog=yes\nguardian=no\ndaemon=no\n`;
  const config = adapted(blockWith("launch=gsqlite3"), {
    "/var/lib/powerdns/netportal.sqlite3": database,
    "local-port=5355": `local-port=${String(port)}`,
  });
  writeFileSync(join(folder, "pdns.conf"), own + config, { mode: 0o600 });
  if (!existsSync(database)) makeDatabase(folder, database, primary, key);
  return runServer(PROGRAM, [`--config-dir=${folder}`]);
}

function makeDatabase(
  folder: string,
  database: string,
  primary: NameServerSettings["primary"],
  key: NameServerSettings["key"],
): void {
  const commands = adapted(blockWith("pdnsutil import-tsig-key"), {
    "/var/lib/powerdns/netportal.sqlite3": database,
    "pdnsutil ": `pdnsutil --config-dir=${folder} `,
    "ns4.netportal": key.name.replace(/\.$/, ""),
    "SECRET-OF-NS4": key.secret,
    "127.0.0.1:5300": `${primary.host}:${String(primary.port)}`,
    [`chown pdns: ${database}\n`]: "",
  });
  execFileSync("/bin/sh", ["-eu", "-c", commands], { stdio: "pipe" });
}
