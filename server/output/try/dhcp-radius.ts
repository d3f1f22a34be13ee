import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adapted, blockWith } from "./guide.ts";

/** Where the views of Kea and FreeRADIUS are: a PostgreSQL that lets their roles in by its socket. */
export interface ViewsAt {
  readonly host: string;
  readonly database: string;
}

/** A service of Debian beside the product, on loopback. */
export interface Beside {
  /** Kills it and starts it again on its files. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** Its files are readable by the group of FreeRADIUS only. */
const RADIUS_FOLDER = "/etc/freeradius/3.0";

/** What each service needs of Debian. */
const NEEDED = {
  kea: ["/usr/sbin/kea-dhcp4", "/usr/sbin/kea-ctrl-agent"],
  radius: ["/usr/sbin/freeradius", `${RADIUS_FOLDER}/radiusd.conf`],
} as const;

/** What is not there, or not readable for this user. */
export function missingFor(kind: keyof typeof NEEDED): readonly string[] {
  return NEEDED[kind].filter((path) => !isReadable(path));
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

export interface KeaSettings {
  readonly folder: string;
  readonly views: ViewsAt;
  readonly agentPort: number;
  readonly dhcpPort: number;
  /** Port of the relay that is answered. */
  readonly relayPort: number;
}

/** Kea for DHCPv4 and its control agent, configured as docs/services.md says. */
export function startKeaBeside({ folder, views, agentPort, dhcpPort, relayPort }: KeaSettings): Beside {
  mkdirSync(folder, { recursive: true });
  const socket = { "/run/kea/kea4-ctrl-socket": join(folder, "kea4.socket") };
  const dhcp4 = adapted(blockWith('"Dhcp4"'), {
    ...socket,
    '"*"': '"lo/127.0.0.1"',
    '"host": "127.0.0.1"': `"host": "${views.host}"`,
    "/var/lib/kea/": `${folder}/`,
    "/var/log/kea/": `${folder}/`,
    '"name": "services"': `"name": "${views.database}"`,
  });
  writeFileSync(join(folder, "kea4.json"), dhcp4, { mode: 0o600 });
  const agent = adapted(blockWith('"Control-agent"'), { ...socket, "8000": String(agentPort) });
  writeFileSync(join(folder, "agent.json"), agent, { mode: 0o600 });
  const ports = ["-p", String(dhcpPort), "-P", String(relayPort)];
  return together(
    () => run(folder, "kea-dhcp4", ["-c", join(folder, "kea4.json"), ...ports]),
    run(folder, "kea-ctrl-agent", ["-c", join(folder, "agent.json")]),
  );
}

export interface RadiusSettings {
  readonly folder: string;
  readonly views: ViewsAt;
  readonly port: number;
}

/** FreeRADIUS, configured as docs/services.md says. */
export function startRadiusBeside({ folder, views, port }: RadiusSettings): Beside {
  const raddb = join(folder, "raddb");
  mkdirSync(join(folder, "spool"), { recursive: true });
  rmSync(raddb, { recursive: true, force: true });
  cpSync(RADIUS_FOLDER, raddb, { recursive: true, verbatimSymlinks: true });
  const [, unused = ""] = /^cd \/etc\/freeradius\/3\.0 && rm -f (.*)$/m.exec(blockWith("rm -f")) ?? [];
  for (const file of unused.split(" ")) rmSync(join(raddb, file), { force: true });
  const main = adapted(readFileSync(join(raddb, "radiusd.conf"), "utf8"), {
    "raddbdir = /etc/freeradius/3.0": `raddbdir = ${raddb}`,
    "logdir = /var/log/freeradius": `logdir = ${folder}`,
    "run_dir = ${localstatedir}/run/${name}": `run_dir = ${folder}`,
    "\tuser = freerad": "",
    "\tgroup = freerad": "",
  });
  writeFileSync(join(raddb, "radiusd.conf"), main);
  const sql = adapted(blockWith("sql netportal_sql {"), {
    "host=127.0.0.1": `host=${views.host}`,
    "dbname=services": `dbname=${views.database}`,
    "/var/spool/netportal": join(folder, "spool"),
  });
  writeFileSync(join(raddb, "mods-enabled", "netportal"), sql);
  const site = adapted(blockWith("server netportal {"), {
    "ipaddr = *": "ipaddr = 127.0.0.1",
    "1812": String(port),
  });
  writeFileSync(join(raddb, "sites-enabled", "netportal"), site);
  const log = join(folder, "radius.log");
  return together(() => run(folder, "freeradius", ["-f", "-d", raddb, "-l", log, "-n", "radiusd"]));
}

function together(start: () => ChildProcess, ...others: readonly ChildProcess[]): Beside {
  let main = start();
  return {
    async restart() {
      await end(main);
      main = start();
    },
    async end() {
      await Promise.all([main, ...others].map(end));
    },
  };
}

function run(folder: string, program: string, args: readonly string[]): ChildProcess {
  return spawn(`/usr/sbin/${program}`, args, {
    env: { PATH: "/usr/sbin:/usr/bin:/bin", KEA_PIDFILE_DIR: folder, KEA_LOCKFILE_DIR: folder },
    stdio: "ignore",
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
