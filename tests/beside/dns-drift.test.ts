import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { importList } from "#core/txlist/file";
import { checkServices } from "../../server/services/drift/check.ts";
import { planOf } from "../../server/services/drift/drift-plan.ts";
import { isInstalled, NAME_SERVERS } from "../../examples/try/name-server.ts";
import { KINDS, servedWorld, type Beside, type ServedWorld } from "../support/name-servers.ts";
import { runServices } from "../support/service-machine.ts";
import { rowsOf, type SentStep } from "../support/small-world.ts";

const ZONE = "example.com.";

describe.skipIf(!isInstalled("bind"))("a name server on which somebody changed a zone by hand", () => {
  let world: ServedWorld;
  let bind: Beside;
  let changed: ChildProcess | null = null;
  const folder = mkdtempSync(join(tmpdir(), "netportal-drift-"));
  beforeAll(async () => {
    world = await servedWorld(KINDS.filter((kind) => kind === "bind"));
    const [server] = world.servers;
    if (server === undefined) throw new Error("no server");
    bind = server;
    rowsOf(
      await world.execute(
        "ada",
        ["www", "ftp", "old"].map((name, at) => record(`${name}.${ZONE}`, `198.51.100.2${String(at + 1)}`)),
      ),
    );
    await world.live();
  }, 60_000);
  afterAll(async () => {
    changed?.kill("SIGKILL");
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function record(fqdn: string, data: string): SentStep {
    return { name: "dns.record.create", new: { fqdn, fqdn_type: "domain", type: "A", data } };
  }
  const list = async (type: string): Promise<readonly Row[]> =>
    rowsOf(await world.execute("ada", [{ name: `${type}.list`, old: {} }]));

  /** The same server as primary of the zone, with one more record, one missing record, another TTL, another address and a greater serial. */
  async function startChanged(): Promise<ChildProcess> {
    const key = `key "${bind.key.name}" { algorithm ${bind.key.algorithm}; secret "${bind.key.secret}"; };`;
    const config = `${key}
options { directory "${folder}"; listen-on port ${String(bind.port)} { 127.0.0.1; }; listen-on-v6 { none; }; pid-file none;
  allow-transfer { key "${bind.key.name}"; }; recursion no; };
controls { };
zone "${ZONE}" { type primary; file "zone"; };`;
    const zone = `$ORIGIN ${ZONE}
$TTL 3600
@ SOA ns hostmaster 4000000000 3600 900 1209600 300
@ NS ns
ns A 198.51.100.53
www A 198.51.100.21
new TXT "from \\"hand\\""
new MX 10 www
ftp 60 A 198.51.100.22
@ TYPE65280 \\# 1 00
@ TYPE100 \\# 1 00
`;
    writeFileSync(join(folder, "zone"), zone);
    writeFileSync(join(folder, "named.conf"), config);
    const { program } = NAME_SERVERS.bind;
    const child = spawn(program, ["-g", "-c", join(folder, "named.conf")], { stdio: "pipe" });
    let told = "";
    child.stderr.on("data", (bytes: Buffer) => {
      told += bytes.toString();
    });
    while (!told.includes("all zones loaded")) {
      if (child.exitCode !== null) throw new Error(told);
      await pause(20);
    }
    return child;
  }

  const DIFFERENCES = [
    ["foreign", "example.com.", "TYPE100", 3600, null],
    ["foreign", "example.com.", "TYPE65280", 3600, "\\# 1 00"],
    ["foreign", "ftp.example.com.", "A", 60, "198.51.100.22"],
    ["foreign", "new.example.com.", "MX", 3600, "10 www.example.com."],
    ["foreign", "new.example.com.", "TXT", 3600, 'from "hand"'],
    ["missing", "ftp.example.com.", "A", 3600, "198.51.100.22"],
    ["missing", "old.example.com.", "A", 3600, "198.51.100.23"],
  ];

  /** Waits until the comparison, which is due now, has found this number of differences. */
  async function compared(differences: number | null): Promise<void> {
    await world.db.query("update output.seen set next_comparison = now()");
    const found = async (): Promise<unknown> =>
      (await list("output.delivery")).find(({ unit }) => unit === ZONE)?.["differences"];
    await expect.poll(found, { timeout: 20_000, interval: 200 }).toBe(differences);
  }

  it("is compared every hour; the differences are shown at the server", async () => {
    await compared(0);
    await bind.process.end();
    changed = await startChanged();
    await compared(DIFFERENCES.length);
    const rows = await list("output.difference");
    const told = rows.map((row) => ["kind", "name", "type", "ttl", "data"].map((name) => row[name]));
    expect(told.map((row) => JSON.stringify(row)).toSorted()).toEqual(
      DIFFERENCES.map((row) => JSON.stringify(row)),
    );
    expect(new Set(rows.map(({ server }) => server))).toEqual(new Set(["bind"]));
    const [next] = await world.db.query<{ minutes: number }>(
      "select round(extract(epoch from min(next_comparison) filter (where zone is not null) - now()) / 60)::int as minutes from output.seen",
    );
    expect(next).toEqual({ minutes: 60 });
  }, 60_000);

  it("is reported by the check, whose planned list takes over the records of the server", async () => {
    const { found, drifts } = await checkServices(world.db, world.catalogue);
    const told = found.filter(({ object }) => object === `bind ${ZONE}`);
    expect(told.map(({ reason }) => reason)).toEqual(["ahead", ...DIFFERENCES.map(() => "differs")]);
    const imported = importList(await planOf(world.db, drifts, new Date()), () => crypto.randomUUID());
    if (!imported.ok) throw new Error("no list");
    const steps = imported.items.map((item): SentStep => {
      if (item.ta_type !== "db_editor_simple") throw new Error("no simple action");
      const { object_fq_name: type, object_function: fn, parameters } = item.content;
      const { old, new: values } = parameters;
      return {
        name: `${type}.${fn}`,
        ...(fn === "create" ? {} : { old }),
        ...(fn === "delete" ? {} : { new: values }),
      };
    });
    expect(steps.map(({ name }) => name.split(".").at(-1))).toEqual([
      "delete",
      "create",
      "update",
      "create",
      "create",
    ]);
    rowsOf(await world.execute("ada", steps));
    await world.db.query("select output.publish_dns()");
    const after = await checkServices(world.db, world.catalogue);
    const left = after.found.filter(({ object }) => object === `bind ${ZONE}`);
    expect(left.map(({ detail }) => detail)).toEqual([null, "+ example.com. TYPE100"]);
    expect(after.drifts).toHaveLength(1);
  });

  it("is reported by the command, which writes the list to a file", async () => {
    const file = join(folder, "list.json");
    const { code, output } = await runServices(world.url, ["check", "--plan", file]);
    expect(code).toBe(1);
    expect(output).toContain("TYPE100");
    expect(importList(readFileSync(file, "utf8"), () => crypto.randomUUID())).toMatchObject({ ok: true });
  });

  it("is reported as unknown while it gives no records", async () => {
    if (changed === null) throw new Error("no server");
    changed.kill("SIGKILL");
    await once(changed, "exit");
    await compared(null);
    expect(await list("output.difference")).toEqual([]);
  }, 60_000);
});
