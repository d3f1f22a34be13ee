import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { sweep } from "../../server/http/sweep.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { textIn } from "../support/small-world.ts";

let world: HttpWorld;
let ada = "";
/** Token of a subaccount whose role allows the feeds and nothing else. */
let server = "";

beforeAll(async () => {
  world = await httpWorld();
  ada = await world.signIn("ada");
  const role = { role_name: "feeder" };
  await steps([
    { name: "cntl.role.create", new: { name: "feeder", is_assignable: true } },
    ...["dhcp.feed:lease", "macauth.feed:login"].map((permission_name) => ({
      name: "cntl.role2permission.create",
      new: { ...role, permission_name },
    })),
    { name: "cntl.mgr2role.create", new: { login_name: "ada", ...role } },
    { name: "cntl.mgr.create", new: { parent_login_name: "ada", sub_id: "kea", do_copy_roles: true } },
  ]);
  const [token] = await steps([
    {
      name: "cntl.wapi_auth.create",
      new: { login_name: "ada-kea", description: "Kea", role_name_list: ["feeder"] },
    },
  ]);
  server = textIn(token?.[0], "token");
}, 120_000);
afterAll(() => world.close());

async function steps(list: readonly object[]): Promise<readonly (readonly Row[])[]> {
  const said = await world.post("/api/4.2/wapi/transaction/execute", list, ada);
  expect([said.status, said.text.slice(0, 400)]).toEqual([200, said.text.slice(0, 400)]);
  return said.lists;
}

const SUBNET = "10.0.44.0/26";
const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const lease = (more: Readonly<Record<string, Json>> = {}): Record<string, Json> => ({
  ip_addr: "10.0.44.50",
  mac_addr: "02:fe:00:00:00:01",
  hostname: "laptop",
  ts_begin: at(-10),
  ts_end: at(50),
  ...more,
});
const tell = (list: Json, token = server): Promise<Answered> =>
  world.post("/api/feed/leases", { lease_list: list }, token);
const tellLogins = (list: Json, token = server): Promise<Answered> =>
  world.post("/api/feed/logins", { login_list: list }, token);
const answerOf = ({ status, text }: Answered): readonly [number, Json] => [status, JSON.parse(text) as Json];
const taken = (told_count: number, taken_count: number, unknown_list: readonly string[] = []) => [
  200,
  { told_count, taken_count, unknown_count: unknown_list.length, unknown_list },
];

/** Leases of the address as greta, the owner of the network, sees them. */
async function seen(ip_addr = "10.0.44.50"): Promise<readonly Row[]> {
  const token = await world.signIn("greta");
  return (await world.get(`/api/4.2/dhcp/lease/list?ip_addr=${ip_addr}`, token)).lists[0] ?? [];
}

describe("leases reported by a DHCP server", () => {
  it("[DHCP-09] are at once in the lists of their network, and a repeated report changes nothing", async () => {
    const one = lease();
    expect(answerOf(await tell([one]))).toEqual(taken(1, 1));
    expect(await seen()).toMatchObject([
      {
        ip_addr: "10.0.44.50",
        mac_addr: "02:fe:00:00:00:01",
        hostname: "laptop",
        bcd: "iwt-arbeit",
        subnet: SUBNET,
      },
    ]);
    expect(answerOf(await tell([one]))).toEqual(taken(1, 0));
  });

  it("[DHCP-09] count by their begin: the last one is valid, in any order and batch", async () => {
    const newer = lease({ mac_addr: "02:fe:00:00:00:02", ts_begin: at(-5), ts_end: at(55) });
    expect(answerOf(await tell([newer, lease({ ts_begin: at(-9) })]))).toEqual(taken(2, 1));
    expect(answerOf(await tell([lease({ ts_begin: at(-8) })]))).toEqual(taken(1, 0));
    expect(await seen()).toMatchObject([{ mac_addr: "02:fe:00:00:00:02" }]);
    expect(answerOf(await tell([{ ...newer, ts_end: at(-1) }]))).toEqual(taken(1, 1));
    expect(await seen()).toEqual([]);
  });

  it("[DHCP-09] of one address with the same begin count by their place in the report", async () => {
    const same = { ts_begin: at(-3) };
    const told = ["02:fe:00:00:00:05", "02:fe:00:00:00:03", "02:fe:00:00:00:04"];
    expect(answerOf(await tell(told.map((mac_addr) => lease({ ...same, mac_addr }))))).toEqual(taken(3, 1));
    expect(await seen()).toMatchObject([{ mac_addr: "02:fe:00:00:00:04" }]);
  });

  it("[DHCP-09] are answered and not stored if they have an address in no network or an unregistered device", async () => {
    const said = await tell([lease({ ip_addr: "203.0.113.7" }), lease({ ip_addr: "10.0.44.51" })]);
    expect(answerOf(said)).toEqual(taken(2, 1, ["203.0.113.7"]));
    expect(await world.db.query("select 1 from dhcp.lease_state where ip_addr = '203.0.113.7'")).toEqual([]);
    const login = { mac_addr: "02:fe:00:00:00:99", last_login: at(-1), last_login_node: "ap-1" };
    expect(answerOf(await tellLogins([login]))).toEqual(taken(1, 0, ["02:fe:00:00:00:99"]));
  });

  it("[DHCP-09] are accepted even if the name of a device cannot be used", async () => {
    const said = await tell([
      lease({ ts_begin: at(-2), hostname: "a\nb" }),
      lease({ ip_addr: "10.0.44.52", hostname: 7 }),
    ]);
    expect(answerOf(said)).toEqual(taken(2, 2));
    expect(await seen("10.0.44.52")).toMatchObject([{ hostname: null }]);
  });

  it("[DHCP-02] [DHCP-09] are never stored for an address with a static assignment", async () => {
    expect(answerOf(await tell([lease({ ip_addr: "10.0.44.56" })]))[0]).toBe(200);
    expect(await seen("10.0.44.56")).toEqual([]);
  });
});

describe("logins reported by a RADIUS server", () => {
  it("[DHCP-09] set the last login of the client, and an older login that comes late changes nothing", async () => {
    const [rows = []] = await steps([{ name: "macauth.client.list", old: { bcd_name: "iwt-arbeit" } }]);
    const mac_addr = textIn(rows[0], "mac_addr");
    const login = (minutes: number, last_login_node: string) => ({
      mac_addr,
      last_login: at(minutes),
      last_login_node,
    });
    const same = [login(-5, "ap-8"), login(-5, "ap-6"), login(-5, "ap-7")];
    expect(answerOf(await tellLogins(same))).toEqual(taken(3, 1));
    const [node] = await world.db.query("select node from macauth.login where mac_addr = $1", [mac_addr]);
    expect(node).toEqual({ node: "ap-7" });
    expect(answerOf(await tellLogins([login(-3, "ap-2"), login(-4, "ap-3")]))).toEqual(taken(2, 1));
    expect(answerOf(await tellLogins([login(-9, "ap-4")]))).toEqual(taken(1, 0));
    const [now = []] = await steps([{ name: "macauth.client.list", old: { mac_addr } }]);
    expect(now).toMatchObject([{ last_login_node: "ap-2" }]);
  });
});

describe("the script beside a RADIUS server", () => {
  /** The shell script of docs/operating.md, adapted to a folder and a server of the test. */
  const script = (folder: string, port: number): string => {
    const guide = readFileSync(join(import.meta.dirname, "../../docs/operating.md"), "utf8");
    const blocks = [...guide.matchAll(/```sh\n([^`]*?)```/g)].map(([, code = ""]) => code);
    const taken = blocks.filter((code) => code.startsWith("tell()") || code.includes("tell logins"));
    expect(taken).toHaveLength(2);
    return taken
      .join("\n")
      .replaceAll("/var/spool/netportal", folder)
      .replaceAll("/etc/netportal/header", join(folder, "header"))
      .replaceAll("https://net.example.org", `http://127.0.0.1:${String(port)}`);
  };

  const freePort = async (): Promise<number> => {
    const held = createServer().listen(0, "127.0.0.1");
    await once(held, "listening");
    const address = held.address();
    held.close();
    if (address === null || typeof address === "string") throw new Error("no port");
    return address.port;
  };

  it("[DHCP-09] keeps lines that it could not report, and sends them with the next lines", async () => {
    const [rows = []] = await steps([{ name: "macauth.client.list", old: { bcd_name: "iwt-arbeit" } }]);
    const macs = rows.slice(0, 3).map((row) => textIn(row, "mac_addr"));
    const folder = mkdtempSync(join(tmpdir(), "netportal-radius-"));
    const port = await freePort();
    writeFileSync(join(folder, "header"), `Authorization: Bearer ${server}\n`);
    const now = Math.floor(Date.now() / 1000);
    const log = (at: number, node: string, name = macs[at]): void =>
      appendFileSync(join(folder, "logins"), `${String(now - 30 + at)} ${name ?? ""} ${node}\n`);
    const run = async (): Promise<number | null> => {
      const child = spawn("sh", ["-c", script(folder, port)], { stdio: "ignore" });
      await once(child, "exit");
      return child.exitCode;
    };
    const nodes = async (): Promise<readonly string[]> => {
      const [found = []] = await steps([{ name: "macauth.client.list", old: { mac_addr_list: macs } }]);
      return macs.map((mac) =>
        textIn(
          found.find((row) => row["mac_addr"] === mac),
          "last_login_node",
        ),
      );
    };
    const before = await nodes();

    log(0, "radius-0");
    expect(await run()).not.toBe(0);
    log(1, "radius-1");
    log(1, "radius-x", "somebody@example.org");
    expect(await run()).not.toBe(0);
    expect(await nodes()).toEqual(before);

    await world.http.listen({ port, host: "127.0.0.1" });
    log(2, "radius-2");
    expect(await run()).toBe(0);
    expect(await nodes()).toEqual(["radius-0", "radius-1", "radius-2"]);
    expect(readdirSync(folder).filter((name) => /^logins(?!\.json)/.test(name))).toEqual([]);
    expect(await run()).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

describe("the limits of reports", () => {
  it("[DHCP-09] exclude accounts without the permission of the feed, even with all other permissions", async () => {
    for (const login of ["otto", "greta"]) {
      const said = await tell([lease()], await world.signIn(login));
      expect([said.fault, said.exception.details["required_permission_list"]]).toEqual([
        "-20010/1",
        ["dhcp.feed:lease"],
      ]);
      expect(said.exception.details["required_role_list"]).toContain("feeder");
    }
    expect((await world.post("/api/feed/leases", { lease_list: [lease()] })).fault).toBe("-20001/1");
    expect((await tell([lease()], await world.signIn("nora"))).fault).toBe("-20010/7");
    // The right to change everything of DHCP does not include the right to report leases.
    await steps([{ name: "cntl.mgr2role.create", new: { login_name: "otto", role_name: "net_admin" } }]);
    expect((await tell([lease()], await world.signIn("otto"))).fault).toBe("-20010/1");
    // The token of the DHCP server can do nothing else.
    const other = await world.post("/api/4.2/nd/site/create", { new: { name: "x" } }, server);
    expect(other.fault).toBe("-20010/1");
  });

  it("[DHCP-09] let a batch pass as a whole or not at all, and a refusal names the object and the value", async () => {
    for (const [bad, fault, parameter] of [
      [{ ip_addr: "10.0.44.300" }, "-20040/5", "lease_list[1].ip_addr"],
      [{ mac_addr: null }, "-20040/2", "lease_list[1].mac_addr"],
      [{ ts_end: "tomorrow" }, "-20040/5", "lease_list[1].ts_end"],
      [{ ts_begin: at(30) }, "-20040/6", "lease_list[1].ts_begin"],
      [{ color: "red" }, "-20900/4", "lease_list[1].color"],
    ] as const) {
      const said = await tell([lease({ ip_addr: "10.0.44.54" }), lease({ ip_addr: "10.0.44.55", ...bad })]);
      expect([said.fault, said.exception.details["parameter"]]).toEqual([fault, parameter]);
    }
    expect(await seen("10.0.44.54")).toEqual([]);
  });

  it("[DHCP-09] are those of the other calls, and other addresses and methods do not exist", async () => {
    const many = Array.from({ length: 10_001 }, () => ({}));
    expect((await tell(many)).fault).toBe("-20910/4");
    expect((await world.post("/api/feed/leases", " ".repeat(1024 * 1024 + 1), server)).fault).toBe(
      "-20910/2",
    );
    expect((await world.post("/api/feed/leases", {}, server)).fault).toBe("-20040/1");
    expect((await world.post("/api/feed/nothing", {}, server)).fault).toBe("-20900/10");
    expect((await world.get("/api/feed/leases", server)).fault).toBe("-20900/11");
  });

  it("[DHCP-09] are a week for ended leases, which are then removed, and present ones stay", async () => {
    await tell([lease({ ip_addr: "10.0.44.53", ts_begin: at(-20_000), ts_end: at(-15_000) })]);
    const count = async () =>
      (await world.db.query("select 1 from dhcp.lease_state where ip_addr = '10.0.44.53'")).length;
    expect(await count()).toBe(1);
    const lent = (await world.db.query("select 1 from dhcp.lease_state where ts_end > now()")).length;
    await sweep(world.db, world.catalogue);
    expect(await count()).toBe(0);
    expect(await world.db.query("select 1 from dhcp.lease_state where ts_end > now()")).toHaveLength(lent);
  });
});
