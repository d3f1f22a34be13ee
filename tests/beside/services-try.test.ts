import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/name-servers.ts";
import { MISSING } from "../support/service-machine.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const PROGRAMS = ["named", "knotd", "perfdhcp"].map((name) => `/usr/sbin/${name}`);
const TOOLS = ["dig", "curl", "radclient"].map((name) => `/usr/bin/${name}`);
const missing = [...MISSING, ...[...PROGRAMS, ...TOOLS].filter((path) => !existsSync(path))];
if (missing.length > 0)
  console.warn(`SKIPPED: a try of all services, because ${missing.join(", ")} is missing`);

describe.skipIf(missing.length > 0)("npm run services -- try", () => {
  const folder = mkdtempSync(join(tmpdir(), "netportal-try-"));
  let product: ChildProcess;
  let commands: readonly string[];
  beforeAll(async () => {
    const [base, port] = [await freePort(), await freePort()];
    product = spawn(process.execPath, [join(ROOT, "server", "services.ts"), "try"], {
      env: {
        ...process.env,
        NETPORTAL_DATA: folder,
        NETPORTAL_TRY_PORT: String(base),
        NETPORTAL_PORT: String(port),
        NETPORTAL_BUILD: "0",
        LANG: "C",
        LC_ALL: "C",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    commands = (await untilTold(product, "Portal: "))
      .split("\n")
      .filter((line) => /^(dig|perfdhcp|curl|echo|npm) /.test(line));
  }, 240_000);
  afterAll(async () => {
    product.kill("SIGTERM");
    if (product.exitCode === null) await once(product, "exit");
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  /** Outputs of the commands with this beginning, executed like a newcomer would. */
  const answersOf = (beginning: RegExp): readonly string[] =>
    commands
      .filter((command) => beginning.test(command))
      .map(
        (command) =>
          spawnSync("bash", ["-c", command], { cwd: ROOT, encoding: "utf8", timeout: 30_000 }).stdout,
      );

  it("prints commands that BIND and Knot answer: for a zone and for a reverse name", () => {
    const zones = answersOf(/^dig .* SOA$/);
    expect(zones).toHaveLength(2);
    for (const text of zones) expect(text).toMatch(/\sSOA\s+\S+ hostmaster\./);
    const names = answersOf(/^dig .* -x /);
    expect(names).toHaveLength(2);
    for (const text of names) expect(text).toMatch(/\sPTR\s+\S+\.tannmuehl\.example\./);
  });

  it("prints commands that Kea answers: for the address of a device and for its lease", () => {
    const [asked = ""] = answersOf(/^perfdhcp /);
    expect(asked).toMatch(
      /\*\*\*Statistics for: REQUEST-ACK\*\*\*\s+sent packets: [1-9]\d*\s+received packets: [1-9]/,
    );
    const [leases = ""] = answersOf(/^curl /);
    const mac = /mac=(\S+)/.exec(commands.find((command) => command.startsWith("perfdhcp ")) ?? "")?.[1];
    expect(leases).toContain(`"hw-address": "${mac ?? "none"}"`);
  });

  it("prints a command that Kea answers by DHCPv6: the IPv6 address of a device, and none of another device", () => {
    const [command = ""] = commands.filter((one) => one.startsWith("npm run services -- solicit "));
    const [, mac = "", link = ""] = /solicit (\S+) (\S+)/.exec(command) ?? [];
    const prefix = link.slice(0, link.indexOf("::") + 2);
    const [answer = ""] = answersOf(/ solicit /);
    expect(answer).toContain(`ADVERTISE ${prefix}`);
    expect(answer).toContain(`(${mac})`);
    const other = command.replace(mac, "02:06:00:00:00:99");
    const { status, stdout } = spawnSync("bash", ["-c", other], { cwd: ROOT, encoding: "utf8" });
    expect([status, stdout]).toEqual([1, expect.stringContaining("ADVERTISE no address")]);
  });

  it("prints a command that FreeRADIUS answers with the VLAN of a device", () => {
    const [answer = ""] = answersOf(/^echo .*radclient/);
    expect(answer).toContain("Received Access-Accept");
    expect(answer).toMatch(/Tunnel-Private-Group-Id(:0)? = "\d+"/);
  });
});

async function untilTold(child: ChildProcess, text: string): Promise<string> {
  let told = "";
  let errors = "";
  child.stderr?.on("data", (bytes: Buffer) => {
    errors += bytes.toString();
  });
  for await (const bytes of child.stdout ?? []) {
    told += String(bytes);
    if (told.includes(text)) return told;
  }
  throw new Error(`it ended: ${told}${errors}`);
}
