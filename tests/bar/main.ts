import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBar, type Bar } from "./bar.ts";
import { PROOFS } from "./blocks.ts";
import { backInTime, backUp, reset } from "./data.ts";
import { enter, installRelease, startService, tryByHand } from "./install.ts";
import { bootMachine, type Machine } from "./machine.ts";
import { installByRole, installPackage } from "./package.ts";
import { dumpAndRestore, lateDatabase, ownDatabase, twoRoles } from "./postgres.ts";
import { startSite } from "./provider.ts";
import { proxies, twoProcesses } from "./proxies.ts";
import { upgrade, watch } from "./running.ts";

/**
 * `npm run bar`: executes the blocks of docs/operating.md as printed on a fresh Debian 12 under systemd, with a release of this checkout or a named
 * one. Needs root, debootstrap and systemd-container, and the ports 80, 443, 5432, 8080 to 8082, 9090 and 9464. It takes a quarter of an hour; a
 * block that fails ends it with code 1.
 */
const ROOT = join(import.meta.dirname, "..", "..");
const CACHE = join(ROOT, ".cache", "bar");
const folder = mkdtempSync(join(tmpdir(), "netportal-bar-"));
let machine: Machine | null = null;
try {
  const release = process.argv[2] ?? pack();
  machine = await bootMachine(join(folder, "machine"), CACHE);
  execFileSync("cp", [release, machine.path("/root")]);
  const bar = createBar(machine, release);
  await walk(bar);
  await machine.end();
  console.log("Package of Debian");
  machine = await bootMachine(join(folder, "second"), CACHE);
  const file = debOf(release);
  await installPackage(machine, bar, [file, laterOf(file)]);
  console.log("Ansible");
  await installByRole(machine, bar, file);
  conclude(bar.left());
} finally {
  await machine?.end();
  rmSync(folder, { recursive: true, force: true });
}

async function walk(bar: Bar): Promise<void> {
  const step = async (what: string, work: () => unknown): Promise<void> => {
    console.log(what);
    await work();
  };
  const provider = await startSite(bar.machine);
  let token = "";
  try {
    await step("Install", () => installRelease(bar));
    await step("First administrator, identity provider: by hand", () => tryByHand(bar, provider));
    await step("Service, settings", () => startService(bar));
    await step("The same for the service", async () => (token = await enter(bar, provider)));
    await step("Backup and restore", () => backUp(bar, token));
    await step("Upgrade", () => upgrade(bar));
    await step("Metrics, audit", () => watch(bar));
    await step("A PostgreSQL of your own", () => ownDatabase(bar));
    await step("Two roles", () => twoRoles(bar));
    await step("A database that comes late", () => lateDatabase(bar));
    await step("Backup of a PostgreSQL of your own", () => dumpAndRestore(bar));
    await step("Several processes", () => twoProcesses(bar));
    await step("Proxy and TLS", () => proxies(bar));
    await step("Test instance", () => reset(bar));
    await step("To a point in time", () => backInTime(bar));
  } finally {
    await provider.close();
  }
}

/** Lists blocks that are not run; throws if the walk has omitted one. */
function conclude(left: readonly string[]): void {
  if (left.length > 0) throw new Error(`Blocks that no step has run: ${left.join(", ")}`);
  const unproven = Object.entries(PROOFS)
    .filter(([, by]) => by === "unproven")
    .map(([name]) => name);
  console.log(`Everything was as printed. Run by nobody: ${unproven.join(", ")}.`);
}

/** Makes a package of Debian from a release; answers its file. */
function debOf(release: string): string {
  execFileSync("node", [join(ROOT, "scripts", "deb.ts"), release, "--to", folder], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [file = ""] = globSync(join(folder, "netportal_*-1_*.deb"));
  return file;
}

/** The same package with the next revision, for an upgrade. */
function laterOf(file: string): string {
  const tree = join(folder, "tree");
  const later = file.replace("-1_", "-2_");
  execFileSync("dpkg-deb", ["--raw-extract", file, tree]);
  const control = join(tree, "DEBIAN", "control");
  writeFileSync(control, readFileSync(control, "utf8").replace(/^(Version: .*)-1$/m, "$1-2"));
  execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z1", "--build", tree, later]);
  return later;
}

/** Packs a release of this checkout; answers its file. */
function pack(): string {
  const target = join(folder, "release");
  mkdirSync(target);
  const out = execFileSync("npm", ["pack", "--json", "--pack-destination", target], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Parse boundary: the report of npm about one package.
  const [packed] = JSON.parse(out) as readonly [{ readonly filename: string }];
  return join(target, packed.filename);
}
