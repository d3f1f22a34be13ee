import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { plant, type Plant } from "../support/plant.ts";
import { rowsOf } from "../support/small-world.ts";

const PROGRAM = join(import.meta.dirname, "..", "..", "server", "services.ts");
const run = promisify(execFile);

let world: Plant;
beforeAll(async () => {
  world = await plant();
});
afterAll(() => world.close());

interface Ended {
  readonly out: string;
  readonly code: number;
}

async function check(option?: string, url = world.url): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: url, NETPORTAL_DEMO: "0", LANG: "C", LC_ALL: "C" };
  return await run(process.execPath, [PROGRAM, "check", ...(option === undefined ? [] : [option])], {
    env,
  }).then(
    ({ stdout }) => ({ out: stdout, code: 0 }),
    // Parse boundary: Node's error for a program that ended with another code.
    (cause: unknown) => {
      const { stdout, code } = cause as { readonly stdout: string; readonly code: number };
      return { out: stdout, code };
    },
  );
}

it("[OPER-74] warns Nagios and people of data that cannot be served, and lists all of them for programs", async () => {
  const plugin = await check("--nagios");
  expect(plugin.out).toMatch(
    /^NETPORTAL WARNING: 0 differences, 2 objects without answer \| differences=0;;0 unserved=2;0\n.*name server.* \(2\)\n$/,
  );
  expect(plugin.code).toBe(1);
  const people = await check();
  expect(people.out).toMatch(/name server/);
  expect(people.out).not.toMatch(/NETPORTAL|[{}|]/);
  const server = "ns.example.com.";
  const named = ["example.com.", "example.org."].map((fqdn) => ({
    name: "dns.record.create",
    new: { fqdn, type: "NS", data: server },
  }));
  const address = {
    fqdn: server,
    fqdn_type: "domain",
    type: "A",
    data: "198.51.100.53",
    target_is_reverse_unique: false,
  };
  rowsOf(await world.execute("ada", [{ name: "dns.record.create", new: address }, ...named]));
  const json = await check("--json");
  expect([JSON.parse(json.out), json.code]).toEqual([{ is_served: true, found: [], unserved: [] }, 0]);
  expect((await check()).out).toBe("Everything is served.\n");
  const fine = await check("--nagios");
  expect([fine.out.slice(0, 13), fine.code]).toEqual(["NETPORTAL OK:", 0]);
}, 120_000);

it("[OPER-74] tells Nagios that a server differs, or that this is unknown", async () => {
  const place = { name: "ns1", kind: "kea", address: "127.0.0.1", port: 1 };
  rowsOf(await world.execute("ada", [{ name: "output.server.create", new: place }]));
  const plugin = await check("--nagios");
  expect(plugin.out).toMatch(
    /^NETPORTAL CRITICAL: [1-9]\d* differences, \d+ objects without answer \| differences=/,
  );
  expect(plugin.code).toBe(2);
  const away = await check("--nagios", "postgresql://nobody@127.0.0.1:1/none");
  expect(away.out).toMatch(/^NETPORTAL UNKNOWN: .*\n$/);
  expect(away.code).toBe(3);
}, 120_000);

it("[OPER-74] refuses two output forms at once", async () => {
  await expect(run(process.execPath, [PROGRAM, "check", "--json", "--nagios"])).rejects.toThrow(/usage/);
}, 60_000);
