import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isInstalled, NAME_SERVERS } from "../../examples/try/name-server.ts";
import { freePort, HOST, servedWorld, type Beside, type ServedWorld } from "../support/name-servers.ts";
import { rowsOf } from "../support/small-world.ts";

const ZONE = "example.com.";
const run = promisify(execFile);
const TOOLS = ["/usr/bin/delv", "/usr/bin/dig", "/usr/sbin/knotc"];
const missing = TOOLS.filter((path) => !existsSync(path));
const isThere = isInstalled("bind") && isInstalled("knot") && missing.length === 0;
if (!isThere) console.warn(`SKIPPED: DNSSEC, because BIND, Knot or one of ${TOOLS.join(", ")} is missing`);

describe.skipIf(!isThere)("Knot that signs the zones which BIND has from NETPORTAL", () => {
  let world: ServedWorld;
  let port: number;
  let signer: ChildProcess;
  const folder = mkdtempSync(join(tmpdir(), "netportal-signer-"));
  beforeAll(async () => {
    world = await servedWorld(["bind"]);
    await world.live();
    const [bind] = world.servers;
    if (bind === undefined) throw new Error("no server");
    port = await freePort();
    signer = startSigner(bind);
    await until(async () => (await keyOf()) !== null);
  }, 60_000);
  afterAll(async () => {
    signer.kill("SIGKILL");
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function startSigner({ key, port: from }: Beside): ChildProcess {
    const config = `server:
  listen: ${HOST}@${String(port)}
  rundir: "${folder}"
database:
  storage: "${folder}"
key:
  - id: ${key.name}
    algorithm: ${key.algorithm}
    secret: ${key.secret}
remote:
  - id: bind
    address: ${HOST}@${String(from)}
    key: ${key.name}
zone:
  - domain: ${ZONE}
    storage: "${folder}"
    master: bind
    zonefile-sync: -1
    journal-content: all
    dnssec-signing: on
`;
    const file = join(folder, "knot.conf");
    writeFileSync(file, config, { mode: 0o600 });
    return spawn(NAME_SERVERS.knot.program, ["-c", file], { stdio: "ignore" });
  }

  /** The key that signs the keys, as a trust anchor; null as long as the zone is not signed. */
  async function keyOf(): Promise<string | null> {
    const { stdout } = await run("dig", [
      `@${HOST}`,
      "-p",
      String(port),
      ZONE,
      "DNSKEY",
      "+short",
      "+tries=1",
      "+time=2",
    ]).catch(() => ({ stdout: "" }));
    const found = stdout.split("\n").find((line) => line.startsWith("257 "));
    if (found === undefined) return null;
    const [flags, protocol, algorithm, ...data] = found.split(" ");
    return `trust-anchors { "${ZONE}" static-key ${[flags, protocol, algorithm].join(" ")} "${data.join("")}"; };`;
  }

  /** What a validating resolver says of a name. */
  async function validated(name: string, type: string, anchor: string): Promise<string> {
    const file = join(folder, "anchor.conf");
    writeFileSync(file, anchor);
    const args = ["-p", String(port), "-a", file, `+root=${ZONE}`, name, type];
    const { stdout, stderr } = await run("delv", [`@${HOST}`, ...args]).catch((error: unknown) =>
      told(error),
    );
    return stdout + stderr;
  }

  it("gives answers that validate, also for a change and for names that do not exist", async () => {
    const anchor = (await keyOf()) ?? "";
    expect(await validated(`ns.${ZONE}`, "A", anchor)).toMatch(/fully validated[^]*198\.51\.100\.53/);
    const record = { fqdn: `signed.${ZONE}`, fqdn_type: "domain", type: "TXT", data: "by hand of Knot" };
    rowsOf(await world.execute("ada", [{ name: "dns.record.create", new: record }]));
    await world.live();
    await run("/usr/sbin/knotc", ["-s", join(folder, "knot.sock"), "zone-refresh", ZONE]);
    await until(async () => (await validated(`signed.${ZONE}`, "TXT", anchor)).includes("by hand of Knot"));
    expect(await validated(`signed.${ZONE}`, "TXT", anchor)).toContain("fully validated");
    expect(await validated(`missing.${ZONE}`, "A", anchor)).toContain("negative response, fully validated");
  }, 60_000);

  it("gives answers that are invalid under another key", async () => {
    const anchor = ((await keyOf()) ?? "").replace(/"[^"]{40}/, `"${"A".repeat(40)}`);
    expect(await validated(`ns.${ZONE}`, "A", anchor)).not.toContain("fully validated");
  });
});

function told(error: unknown): { stdout: string; stderr: string } {
  const text = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  return { stdout: "", stderr: text };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("not so in time");
    await pause(200);
  }
}
