import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adapted, agentLogin, blockWith } from "./guide.ts";

/** The place where the views of Kea and FreeRADIUS are: a PostgreSQL that lets their roles in by its socket. */
export interface ViewsAt {
  readonly host: string;
  readonly database: string;
}

/** A service of Debian beside the product, on loopback. */
export interface Beside {
  /** Kills the service and starts it again on its files. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** Its files are readable by the group of FreeRADIUS only. */
const RADIUS_FOLDER = "/etc/freeradius/3.0";

/** The packages and files of Debian that each service needs. */
const NEEDED = {
  kea: ["/usr/sbin/kea-dhcp4", "/usr/sbin/kea-ctrl-agent"],
  kea6: ["/usr/sbin/kea-dhcp6"],
  radius: ["/usr/sbin/freeradius", `${RADIUS_FOLDER}/radiusd.conf`],
} as const;

/** Packages and files that are missing, or not readable for this user. */
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
  /** Name by which the portal signs in at the control agent, if it is not that of the guide. */
  readonly user?: string;
  readonly dhcpPort: number;
  /** Port of the relay to which the server answers. */
  readonly relayPort: number;
  /** The same of DHCPv6; null without DHCPv6. */
  readonly v6: { readonly dhcpPort: number; readonly relayPort: number } | null;
}

/** Kea and its control agent, configured as docs/services.md says. */
export function startKeaBeside(settings: KeaSettings): Beside {
  const { folder, agentPort, v6, user = agentLogin().user } = settings;
  mkdirSync(folder, { recursive: true });
  configureDhcp(settings, "4", { '"*"': '"lo/127.0.0.1"' });
  if (v6 !== null) configureDhcp(settings, "6", { "eth0/2001:db8:f::10": "lo/::1" });
  const agent = adapted(blockWith('"Control-agent"'), {
    ...socketOf(folder, "4"),
    ...socketOf(folder, "6"),
    "8000": String(agentPort),
    [agentLogin().user]: user,
  });
  writeFileSync(join(folder, "agent.json"), agent, { mode: 0o600 });
  const startDhcp = (version: Version, { dhcpPort, relayPort }: Ports): ChildProcess => {
    const file = join(folder, `kea${version}.json`);
    return run(folder, `kea-dhcp${version}`, ["-c", file, "-p", String(dhcpPort), "-P", String(relayPort)]);
  };
  return together(
    () => startDhcp("4", settings),
    ...(v6 === null ? [] : [startDhcp("6", v6)]),
    run(folder, "kea-ctrl-agent", ["-c", join(folder, "agent.json")]),
  );
}

type Version = "4" | "6";
type Ports = Pick<KeaSettings, "dhcpPort" | "relayPort">;

function socketOf(folder: string, version: Version): Readonly<Record<string, string>> {
  return { [`/run/kea/kea${version}-ctrl-socket`]: join(folder, `kea${version}.socket`) };
}

function configureDhcp(
  { folder, views }: KeaSettings,
  version: Version,
  listen: Readonly<Record<string, string>>,
): void {
  const text = adapted(blockWith(`"Dhcp${version}"`), {
    ...socketOf(folder, version),
    ...listen,
    '"host": "127.0.0.1"': `"host": "${views.host}"`,
    "/var/lib/kea": folder,
    "/var/log/kea/": `${folder}/`,
    '"name": "services"': `"name": "${views.database}"`,
  });
  writeFileSync(join(folder, `kea${version}.json`), text, { mode: 0o600 });
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
