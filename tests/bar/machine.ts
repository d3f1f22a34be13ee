import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** A Debian 12 that systemd has booted in a container, which shares the network with this machine. */
export interface Machine {
  /** Runs lines of a shell and answers what they print. Throws with their output if one fails. */
  run(script: string, how?: How): string;
  /** The same while this process continues, for lines of a shell that call this process. */
  runMeanwhile(script: string, how?: How): Promise<string>;
  /** Starts lines of a shell in the background; their output is in `log`, a file of the machine. */
  launch(script: string, log: string, how?: How): void;
  /** A file or folder of the machine, seen from outside. */
  path(inside: string): string;
  end(): Promise<void>;
}

export interface How {
  readonly user?: string;
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const MIRROR = "http://deb.debian.org/debian";
const PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates,curl,procps";
/** The certificate authority of this network from Node, for the npm of the machine. */
const AUTHORITY = process.env["NODE_EXTRA_CA_CERTS"];
const AUTHORITY_INSIDE = "/etc/ssl/certs/network.pem";

/** Boots a fresh Debian in `folder`. Its original is made once and kept in `cache`. Needs root, debootstrap and systemd-container. */
export async function bootMachine(folder: string, cache: string): Promise<Machine> {
  const base = join(cache, "bookworm");
  if (!existsSync(base)) makeBase(base);
  execFileSync("cp", ["-a", base, folder]);
  const container = spawn(
    "systemd-nspawn",
    ["-q", "-b", "-D", folder, "--register=no", "--keep-unit", "--console=pipe"],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const leader = await leaderOf(container);
  const machine = machineOf(folder, container, leader);
  // The container has a boot number of its own, but services with their own /proc see that of the machine.
  machine.run("umount /proc/sys/kernel/random/boot_id");
  machine.run("apt-get -qq update");
  return machine;
}

function makeBase(base: string): void {
  mkdirSync(join(base, ".."), { recursive: true });
  const made = `${base}.new`;
  rmSync(made, { recursive: true, force: true });
  execFileSync("debootstrap", ["--variant=minbase", `--include=${PACKAGES}`, "bookworm", made, MIRROR], {
    stdio: "inherit",
  });
  writeFileSync(
    join(made, "etc/apt/apt.conf.d/90bar"),
    'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n',
  );
  if (AUTHORITY !== undefined) copyFileSync(AUTHORITY, join(made, AUTHORITY_INSIDE));
  renameSync(made, base);
}

/** The first process of a container, once its services have started. */
async function leaderOf(container: ChildProcess): Promise<number> {
  for (let waited = 0; waited < 60 && container.exitCode === null; waited += 1) {
    await sleep(500);
    const pid = String(container.pid);
    const [leader] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    if (leader === undefined || leader === "") continue;
    const { stdout } = spawnSync("nsenter", ["-t", leader, "-a", "systemctl", "is-system-running"], {
      encoding: "utf8",
    });
    if (/running|degraded/.test(stdout)) return Number(leader);
  }
  throw new Error("The machine did not boot.");
}

function machineOf(folder: string, container: ChildProcess, leader: number): Machine {
  const path = (inside: string): string => join(folder, inside);
  const run = (script: string, how: How = {}): string => {
    const ended = spawnSync("nsenter", commandOf(leader, script, how), {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    return outputOf(script, ended);
  };
  return {
    run,
    async runMeanwhile(script, how = {}) {
      const child = spawn("nsenter", commandOf(leader, script, how), { stdio: ["ignore", "pipe", "pipe"] });
      const ended = once(child, "exit");
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      await ended;
      return outputOf(script, { status: child.exitCode, stdout, stderr });
    },
    path,
    launch(script, log, how) {
      const quoted = script.replaceAll("'", "'\\''");
      run(`setsid bash -eo pipefail -c '${quoted}' > ${log} 2>&1 < /dev/null &`, how);
    },
    async end() {
      spawnSync("nsenter", ["-t", String(leader), "-a", "systemctl", "poweroff"]);
      for (let waited = 0; waited < 120 && container.exitCode === null; waited += 1) await sleep(500);
      container.kill("SIGKILL");
    },
  };
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function outputOf(script: string, { status, stdout, stderr }: Ended): string {
  if (status === 0) return stdout;
  throw new Error(`${script}\nended with ${String(status)}:\n${stdout.slice(-3000)}${stderr.slice(-3000)}`);
}

function commandOf(
  leader: number,
  script: string,
  { user = "root", folder = "/root", env = {} }: How,
): readonly string[] {
  const set = {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    HOME: user === "root" ? "/root" : "/tmp",
    LANG: "C.UTF-8",
    DEBIAN_FRONTEND: "noninteractive",
    ...(AUTHORITY === undefined ? {} : { NODE_EXTRA_CA_CERTS: AUTHORITY_INSIDE }),
    ...env,
  };
  const assigned = Object.entries(set).map(([name, value]) => `${name}=${value}`);
  const shell = ["bash", "-eo", "pipefail", "-c", `cd ${folder}\n${script}`];
  const asUser = user === "root" ? shell : ["runuser", "-u", user, "--", ...shell];
  return ["-t", String(leader), "-a", "env", "-i", ...assigned, ...asUser];
}
