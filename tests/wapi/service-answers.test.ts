import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import { ASK_FOR_NOTES } from "../../server/catalogue/noting.ts";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  type Asked,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  rowsOf(
    await world.execute("ada", [
      create("dns.fqdn", { value: "100.51.198.in-addr.arpa.", is_zone_apex: true }),
      record("ns.example.com.", "A", "198.51.100.53", { target_is_reverse_unique: false }),
      create("dns.fqdn2group", { fqdn: "100.51.198.in-addr.arpa.", group_name: "other" }),
      ...["example.com.", "example.org.", "100.51.198.in-addr.arpa."].map((zone) =>
        record(zone, "NS", "ns.example.com."),
      ),
      record("www.example.com.", "A", "198.51.100.80"),
      create("nd.net_instnc", { name: "campus" }),
      create("nd.vlan", { net_instnc: "campus", id: 210, name: "web", bcd: "scc-net-web-1" }),
      create("nd.vlan", { net_instnc: "campus", id: 220, name: "other", bcd: "scc-other-1" }),
      update("dhcp.bcd_setting", { bcd: "scc-net-web-1" }, { is_enabled: true }),
      create("macauth.client", { mac_addr: MAC, bcd_name: "scc-net-web-1", wpa2_key: KEY }),
    ]),
  );
});
afterAll(() => world.close());

const MAC = "02:00:00:00:00:01";
const KEY = "a key that nobody reads";
const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const record = (fqdn: string, type: string, data: string, more: Params = {}): SentStep =>
  create("dns.record", { fqdn, type, data, fqdn_type: "domain", ...more });

const ASKED: Asked = { dryRun: true, answers: true };

/** The changed answers of a dry run, each as one line. */
async function told(login: string, ...steps: readonly SentStep[]): Promise<readonly string[]> {
  const said = await world.execute(login, steps, ASKED);
  rowsOf(said);
  return (said.ok ? (said.lists[steps.length] ?? []) : []).map(lineOf);
}

function lineOf({ change, service, place, name, type, ttl, data }: Row): string {
  return [change, service, place, name, type, ttl, data]
    .map((value) => (typeof value === "string" || typeof value === "number" ? value : ""))
    .join(" ");
}

describe("the answers that a dry run reports", () => {
  it("are names and reverse names with their TTLs, before and after", async () => {
    expect(
      await told(
        "ada",
        update(
          "dns.record",
          { fqdn: "www.example.com.", type: "A", data: "198.51.100.80" },
          { data: "198.51.100.81", ttl: 60 },
        ),
      ),
    ).toEqual([
      "gone dns 100.51.198.in-addr.arpa. 80.100.51.198.in-addr.arpa. PTR 3600 www.example.com.",
      "new dns 100.51.198.in-addr.arpa. 81.100.51.198.in-addr.arpa. PTR 3600 www.example.com.",
      "gone dns example.com. www.example.com. A 3600 198.51.100.80",
      "new dns example.com. www.example.com. A 60 198.51.100.81",
    ]);
  });

  it("are those of a whole zone if it gets its first name server or loses its last one", async () => {
    const [zone, www, other] = ["silent.example.", "www.silent.example.", "ns.example.com."];
    rowsOf(
      await world.execute("ada", [
        create("dns.fqdn", { value: zone, is_zone_apex: true }),
        record(www, "TXT", "unheard"),
      ]),
    );
    const all = (change: string, server: string) => [
      `${change} dns ${zone} ${zone} NS 3600 ${server}`,
      `${change} dns ${zone} ${www} TXT 3600 unheard`,
    ];
    const server = { fqdn: zone, type: "NS", data: other };
    expect(await told("ada", record(`mail.${zone}`, "TXT", "unheard as well"))).toEqual([]);
    expect(await told("ada", record(zone, "NS", other))).toEqual(all("new", other));
    rowsOf(await world.execute("ada", [record(zone, "NS", other)]));
    expect(await told("ada", record(zone, "NS", "www.example.com."))).toEqual(
      all("new", "www.example.com.").slice(0, 1),
    );
    expect(await told("ada", { name: "dns.record.delete", old: server })).toEqual(all("gone", other));
    expect(await told("ada", update("dns.record", server, { data: "www.example.com." }))).toEqual([
      ...all("gone", other).slice(0, 1),
      ...all("new", "www.example.com.").slice(0, 1),
    ]);
  });

  it("are none of a zone that has records but no name server", async () => {
    rowsOf(
      await world.execute("ada", [
        create("dns.fqdn", { value: "mute.example.", is_zone_apex: true }),
        record("mute.example.", "TXT", "unheard"),
        record("part.mute.example.", "NS", "ns.example.com."),
      ]),
    );
    expect(await told("ada", record("www.mute.example.", "TXT", "unheard as well"))).toEqual([]);
  });

  it("are reservations", async () => {
    expect(
      await told(
        "ada",
        create("dhcp.static_assignment", {
          ip_addr: "198.51.100.80",
          mac_addr: MAC,
          fqdn: "www.example.com.",
        }),
      ),
    ).toEqual([
      "new dhcp 198.51.100.0/24 198.51.100.80 hostname  www.example.com",
      `new dhcp 198.51.100.0/24 198.51.100.80 mac_addr  ${MAC}`,
    ]);
    const unnamed = create("dhcp.static_assignment", { ip_addr: "198.51.100.82", mac_addr: MAC });
    expect(await told("ada", unnamed)).toEqual([`new dhcp 198.51.100.0/24 198.51.100.82 mac_addr  ${MAC}`]);
  });

  it("are subnets and pools of DHCP, and the options that devices in them get", async () => {
    expect(
      await told(
        "ada",
        create("dhcp.pool", { first_addr: "198.51.100.100", last_addr: "198.51.100.120" }),
        update(
          "dhcp.bcd_setting",
          { bcd: "scc-net-web-1" },
          { lease_time: 600, dns_server_list: ["198.51.100.53"] },
        ),
      ),
    ).toEqual([
      "new dhcp 198.51.100.0/24 198.51.100.0/24 dns_server_list  198.51.100.53",
      "gone dhcp 198.51.100.0/24 198.51.100.0/24 lease_time  3600",
      "new dhcp 198.51.100.0/24 198.51.100.0/24 lease_time  600",
      "new dhcp 198.51.100.0/24 198.51.100.0/24 pool  198.51.100.100-198.51.100.120",
      expect.stringMatching(/^gone dhcp 2001:db8:47:11::\/64 .* lease_time {2}3600$/),
      expect.stringMatching(/^new dhcp 2001:db8:47:11::\/64 .* lease_time {2}600$/),
    ]);
  });

  it("are those of the dry run alone, whatever others change meanwhile", async () => {
    const names = Array.from({ length: 40 }, (_, n) => `race-${String(n)}.example.com.`);
    rowsOf(
      await world.execute(
        "ada",
        names.map((name) => record(name, "TXT", "old")),
      ),
    );
    let isOver = false;
    const others = (async () => {
      for (let n = 1; !isOver; n++)
        await world.db.query("update dns.record set ttl = $1 where name like 'race-%' and type = 'TXT'", [
          60 + n,
        ]);
    })();
    try {
      for (let n = 0; n < 15; n++)
        expect(
          await told(
            "ada",
            ...names.map((name) => record(name, "A", "203.0.113.9", { target_is_reverse_unique: false })),
          ),
        ).toEqual(names.toSorted().map((name) => `new dns example.com. ${name} A 3600 203.0.113.9`));
    } finally {
      isOver = true;
      await others;
    }
  });

  it("are VLANs, and the fact that a key changed, but never the key", async () => {
    const steps = [
      update("macauth.client", { mac_addr: MAC }, { bcd_name: "scc-other-1", wpa2_key: "another key" }),
    ];
    expect(await told("ada", ...steps)).toEqual([
      `gone radius  ${MAC} key  `,
      `new radius  ${MAC} key  `,
      `gone radius  ${MAC} vlan  210`,
      `new radius  ${MAC} vlan  220`,
    ]);
  });

  it("are none if the list reverses its own changes or changes nothing that a server answers", async () => {
    const name = { fqdn: "new.example.com.", type: "TXT", data: "text" };
    expect(
      await told(
        "ada",
        record(name.fqdn, name.type, name.data),
        { name: "dns.record.delete", old: name },
        update("macauth.client", { mac_addr: MAC }, { description: "told to nobody" }),
      ),
    ).toEqual([]);
  });

  it("stay as they are, because a dry run stores nothing", async () => {
    const all = "select * from output.wanted_rr order by zone, name, type, rdata";
    const before = await world.db.query(all);
    expect(await told("ada", record("new.example.com.", "A", "198.51.100.90"))).toHaveLength(2);
    expect(await world.db.query(all)).toEqual(before);
    expect(await world.db.query("select from output.asked")).toEqual([]);
  });

  it("do not change the rows and refusals beside them", async () => {
    const steps = [record("new.example.com.", "A", "198.51.100.90"), { name: "dns.record.list" }];
    const rows = (lists: readonly (readonly Row[])[]): unknown =>
      lists.slice(0, 2).map((list) => list.map((row) => ({ ...row, gpk: null })));
    const [plain, asked] = [await world.dry("ada", ...steps), await world.execute("ada", steps, ASKED)];
    if (!plain.ok || !asked.ok) throw new Error("the steps are refused");
    expect(rows(asked.lists)).toEqual(rows(plain.lists));
    expect([plain.lists.length, asked.lists.length]).toEqual([2, 3]);
    const wrong = [record("www.example.com.", "CNAME", "example.org.")];
    expect(codeOf(await world.execute("ada", wrong, ASKED))).toBe(codeOf(await world.dry("ada", ...wrong)));
  });

  it("are read again only if they may have changed: a lease time does not concern pools, reservations and devices", async () => {
    const kinds = (sql: string): Promise<readonly string[]> =>
      world.db.transaction({ mode: "read write", statementTimeout: 10_000, dryRun: true }, async (tx) => {
        await tx.query(ASK_FOR_NOTES);
        const at = "id, bcd from nd.ip_subnet where cidr = '198.51.100.0/24'";
        await tx.query(
          `insert into dhcp.static_assignment (ip_addr, mac_addr, subnet, bcd) select '198.51.100.81', '02:00:00:00:00:09', ${at}`,
        );
        await tx.query(
          `insert into dhcp.pool (first_addr, last_addr, subnet, bcd) select '198.51.100.100', '198.51.100.120', ${at}`,
        );
        await tx.query("delete from output.asked");
        await tx.query(sql);
        const found = await tx.query<{ kind: string }>(
          "select distinct kind from output.asked order by kind",
        );
        return found.map(({ kind }) => kind);
      });
    const web = "(select id from nd.bcd where name = 'scc-net-web-1')";
    expect(await kinds(`update dhcp.bcd_setting set lease_time = 601 where bcd = ${web}`)).toEqual([
      "subnet",
    ]);
    expect(await kinds(`update dhcp.bcd_setting set is_enabled = false where bcd = ${web}`)).toEqual([
      "pool",
      "reservation",
      "subnet",
    ]);
    expect(await kinds(`update nd.bcd set description = 'told to nobody' where id = ${web}`)).toEqual([]);
    expect(await kinds(`update nd.bcd set name = 'scc-net-web-9' where id = ${web}`)).toEqual(["subnet"]);
    expect(await kinds(`update nd.vlan set name = 'told to nobody' where bcd = ${web}`)).toEqual([]);
    expect(await kinds(`update nd.vlan set id_ = 211 where bcd = ${web}`)).toEqual(["client"]);
  });

  it("are reported by a dry run only", async () => {
    const said = await world.execute("ada", [record("a.example.com.", "TXT", "a")], { answers: true });
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20040/1",
      expect.objectContaining({ parameter: "dry_mode", scope: "query" }),
    ]);
  });
});

describe("an account that may not read an object", () => {
  const pointer = record("80.100.51.198.in-addr.arpa.", "PTR", "example.org.");

  it("does not see the answer that the object loses", async () => {
    const own = "new dns 100.51.198.in-addr.arpa. 80.100.51.198.in-addr.arpa. PTR 3600 example.org.";
    expect(await told("greta", pointer)).toEqual([own]);
    expect(await told("ada", pointer)).toEqual([
      "gone dns 100.51.198.in-addr.arpa. 80.100.51.198.in-addr.arpa. PTR 3600 www.example.com.",
      own,
    ]);
  });

  it("sees what it may read: its own devices with their VLAN", async () => {
    expect(
      await told(
        "greta",
        create("macauth.client", { mac_addr: "02:00:00:00:00:02", bcd_name: "scc-other-1" }),
      ),
    ).toEqual([`new radius  02:00:00:00:00:02 key  `, `new radius  02:00:00:00:00:02 vlan  220`]);
  });

  it("does not see the VLAN, even if it may write the device", async () => {
    rowsOf(
      await world.execute("ada", [
        create("cntl.role", { name: "devices" }),
        create("cntl.role2permission", { role_name: "devices", permission_name: "macauth.rw:client" }),
        create("cntl.mgr2role", { login_name: "greta", role_name: "devices" }),
      ]),
    );
    expect(
      await told(
        "greta",
        create("macauth.client", { mac_addr: "02:00:00:00:00:03", bcd_name: "scc-net-web-1" }),
      ),
    ).toEqual([`new radius  02:00:00:00:00:03 key  `]);
  });
});
