import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { FormValues } from "#core/form/values";
import { readTemplate } from "#core/template/check";
import { planTemplate } from "#core/template/plan";
import { planWorkflow } from "#core/template/values";
import { shownResults } from "#core/txlist/results";
import { runOf } from "#core/txlist/run-end";
import { toSteps } from "#core/txlist/to-steps";
import { toAscii } from "../../src/editor/screen/to-ascii.ts";
import { column, demoWorld, sortedTexts, type DemoWorld } from "../support/demo-world.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";
import type { SentStep } from "../support/small-world.ts";

const FOLDER = join(import.meta.dirname, "../../templates");

interface Ground {
  readonly fqdn: string;
  readonly zone: string;
  readonly bcd: string;
  readonly v4: string;
  readonly v4_too: string;
  readonly v6: string;
  readonly referenced: string;
}

let world: DemoWorld;
let catalogue: Catalogue;
let ground: Ground;
const applied = new Set<string>();

beforeAll(async () => {
  [world, catalogue] = await Promise.all([demoWorld(), portalCatalogue()]);
  const [found] = await world.db.query<Ground>(
    `select f.value fqdn, z.value zone, b.name bcd, host(s4.last) v4, host(s4.last - 1) v4_too, host(s6.last) v6,
       (select t.value from dns.record p join dns.fqdn t on t.id = p.target_fqdn join dns.record a on a.fqdn = t.id and a.target_ipaddr is not null
        where p.target_fqdn <> f.id order by t.value limit 1) referenced
     from dns.record r join dns.fqdn f on f.id = r.fqdn join dns.fqdn z on z.id = f.zone
     join nd.ip_subnet n on n.cidr >>= r.target_ipaddr join nd.bcd b on b.id = n.bcd
     cross join lateral (select broadcast(c.cidr) - 1 last from nd.ip_subnet c where c.bcd = n.bcd and family(c.cidr) = 4 limit 1) s4
     cross join lateral (select c.cidr + 65000 last from nd.ip_subnet c where c.bcd = n.bcd and family(c.cidr) = 6 limit 1) s6
     where family(r.target_ipaddr) = 4 and not exists (select from dns.record o where o.target_ipaddr in (s4.last, s4.last - 1)) order by f.value limit 1`,
  );
  if (found === undefined) throw new Error("the demo campus has no host");
  ground = found;
}, 120_000);
afterAll(() => world.close());

/** Fills in the form of a shipped template, applies its element, and returns the results that the portal shows. */
async function apply(file: string, values: FormValues): Promise<Readonly<Record<string, readonly Row[]>>> {
  const shown = await applyText(readFileSync(join(FOLDER, file), "utf8"), values);
  applied.add(file);
  return shown;
}

async function applyText(text: string, values: FormValues): Promise<Awaited<ReturnType<typeof apply>>> {
  const read = readTemplate(text, catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const plan = planTemplate(catalogue, read.template, {}, { locale: "en", isExpert: false });
  const made = planWorkflow(plan, { ...plan.initial, ...values }, { uuid: crypto.randomUUID(), toAscii });
  if (made.kind === "invalid") throw new Error(JSON.stringify(made.problems));
  // Steps are plain JSON.
  const lists = await world.lists("ada", toSteps([made.item]) as unknown as readonly SentStep[]);
  const run = runOf("apply", [made.item], { ok: true, lists, rolledBack: false, accessMode: "rw" });
  return Object.fromEntries(shownResults(run, "en").map(({ title, rows }) => [title, rows]));
}

const records = async (fqdn: string): Promise<readonly (readonly unknown[])[]> =>
  (await world.rows("ada", "dns.record.list", { fqdn, sorting_params_list: ["type", "data"] })).map((row) => [
    row["type"],
    row["data"],
  ]);

describe("shipped templates, filled in and applied by the portal's own code on the demo campus", () => {
  it("[TPL-24] [TPL-25] a host with IPv4 and IPv6 gets both records and both reverse entries", async () => {
    const fqdn = `template-host.${ground.zone}`;
    const shown = await apply("dns_record_create_dualstack.json", { fqdn, ipv4: ground.v4, ipv6: ground.v6 });
    expect(Object.keys(shown)).toEqual(["Name", "IPv4 record", "IPv6 record"]);
    expect(column(shown["Name"], "value")).toEqual([fqdn]);
    expect(await records(fqdn)).toEqual([
      ["A", ground.v4],
      ["AAAA", ground.v6],
    ]);
    const addresses = await world.rows("ada", "dns.ip_addr.list", { value_list: [ground.v4, ground.v6] });
    expect(column(addresses, "reverse_fqdn")).toEqual([fqdn, fqdn]);
  });

  it("a device with a fixed address gets its name, its assignment and its MAC client", async () => {
    const fqdn = `template-device.${ground.zone}`;
    const mac = "aa:bb:cc:00:11:22";
    await apply("device_register.json", {
      fqdn,
      ip: ground.v4_too,
      mac,
      bcd: ground.bcd,
      description: "printer",
    });
    expect(await records(fqdn)).toEqual([["A", ground.v4_too]]);
    const [assignment] = await world.rows("ada", "dhcp.static_assignment.list", { ip_addr: ground.v4_too });
    expect(assignment).toMatchObject({ mac_addr: mac, fqdn, description: "printer" });
    const [client] = await world.rows("ada", "macauth.client.list", { mac_addr: mac });
    expect(client).toMatchObject({ bcd_name: ground.bcd, description: fqdn });
  });

  it("a list of devices gets MAC clients by the MAC addresses of their static assignments", async () => {
    const devices = [1, 2].map((number) => `template-list-${String(number)}.${ground.zone}`);
    const macs = ["aa:bb:cc:00:22:01", "aa:bb:cc:00:22:02"];
    const [subnet] = await world.rows("ada", "nd.ip_subnet.list", { bcd: ground.bcd, type: 4 });
    await world.lists("ada", [
      {
        idx: "free",
        name: "tmp.cidr_generator.list",
        old: { cidr: subnet?.["cidr"] ?? null, prefix_length: 32, fetch_limit: 2 },
      },
      { idx: "names", name: "tmp.generic_object.list", old: { _dict_list: named(devices, macs) } },
      { name: "dns.fqdn.create", new_ref_params: [{ idx: "names", params: { value: "fqdn" } }] },
      {
        name: "dhcp.static_assignment.create",
        new_ref_params: [
          { idx: "free", params: { ip_addr: "address" } },
          { idx: "names", params: { mac_addr: "mac", fqdn: "fqdn" } },
        ],
      },
    ]);
    const shown = await apply("macauth_devices.json", { devices });
    expect(sortedTexts(shown["Admitted MAC addresses"], "mac_addr")).toEqual(macs);
    const clients = await world.rows("ada", "macauth.client.list", { mac_addr_list: macs });
    expect(sortedTexts(clients, "description")).toEqual(devices);
    expect(sortedTexts(clients, "bcd_name")).toEqual([ground.bcd, ground.bcd]);
  });

  it("an alias and a CAA record are added to a host", async () => {
    const alias = `template-www.${ground.zone}`;
    await apply("dns_webserver.json", { host: ground.fqdn, alias, ca: "sectigo.com" });
    expect(await records(alias)).toEqual([["CNAME", ground.fqdn]]);
    expect(await records(ground.fqdn)).toContainEqual(["CAA", '0 issue "sectigo.com"']);
  });

  it("[TPL-15] a new web server gets all its addresses, its alias and its CAA record", async () => {
    const host = `template-web.${ground.zone}`;
    const alias = `template-site.${ground.zone}`;
    const addresses = await freeAddresses(2);
    const shown = await apply("web_server_new.json", { host, addresses, alias });
    expect(shown["IPv4 records"]).toHaveLength(2);
    expect((await records(host)).map(([type]) => type)).toEqual(["A", "A", "CAA"]);
    expect(await records(alias)).toEqual([["CNAME", host]]);
  });

  it("an ACME challenge gets its own name below the host", async () => {
    await apply("dns_acme_challenge.json", { host: ground.fqdn, token: "x7Kp-3" });
    expect(await records(`_acme-challenge.${ground.fqdn}`)).toEqual([["TXT", "x7Kp-3"]]);
  });

  it("[TPL-05] the TTL of all records of a host is low until the given time", async () => {
    const until = "2030-05-01T12:00:00+02:00";
    await apply("dns_ttl_lower.json", { host: ground.fqdn, until });
    const found = await world.rows("ada", "dns.record.list", { fqdn: ground.fqdn });
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(column(found, "ttl"))).toEqual(new Set([60]));
    const dates = sortedTexts(found, "ttl_reset_date").map((text) => Date.parse(text));
    expect(new Set(dates)).toEqual(new Set([Date.parse(until)]));
  });

  it("a host that moves has addresses of the other BCD only", async () => {
    const host = `template-moving.${ground.zone}`;
    const [from = ""] = await freeAddresses(1);
    await world.lists("ada", [
      { name: "dns.record.create", new: { fqdn: host, fqdn_type: "domain", type: "A", data: from } },
    ]);
    const other = await otherBcd();
    const shown = await apply("dns_host_move.json", { host, bcd: other });
    expect(column(shown["Deleted records"], "data")).toEqual([from]);
    const now = await world.rows("ada", "dns.record.list", { fqdn: host });
    expect(sortedTexts(now, "type")).toEqual(["A", "AAAA"]);
    const addresses = await world.rows("ada", "dns.ip_addr.list", {
      value_list: sortedTexts(now, "target_ipaddr"),
    });
    expect(column(addresses, "bcd")).toEqual([other, other]);
  });

  it("a retired host leaves no record, reference, assignment or name", async () => {
    const fqdn = ground.referenced;
    const pointing = await world.rows("ada", "dns.record.list", { target_fqdn: fqdn });
    const shown = await apply("dns_host_remove.json", { fqdn });
    expect(sortedTexts(shown["Deleted references"], "fqdn")).toEqual(sortedTexts(pointing, "fqdn"));
    expect(await world.rows("ada", "dns.fqdn.list", { value: fqdn })).toEqual([]);
    expect(await world.rows("ada", "dns.record.list", { target_fqdn: fqdn })).toEqual([]);
    expect(await world.rows("ada", "dhcp.static_assignment.list", { fqdn })).toEqual([]);
  });

  it("[TPL-07] a set of name servers has its primary and its further servers", async () => {
    const names = await world.rows("ada", "dns.fqdn.list", {
      type: "domain",
      fetch_limit: 3,
      sorting_params_list: ["value"],
    });
    const [primary, ...servers] = sortedTexts(names, "value");
    const name = "template-set";
    await apply("dns_name_server_set.json", { name, primary: primary ?? "", servers, exclusive: true });
    const [set] = await world.rows("ada", "dnscfg.ns_set.list", { name });
    expect(set).toMatchObject({ members_are_exclusive: true, description: null });
    const members = await world.rows("ada", "dnscfg.ns_set_member.list", { ns_set_name: name });
    expect(members.filter((row) => row["ns_is_primary"]).map((row) => row["ns_fqdn"])).toEqual([primary]);
    expect(sortedTexts(members, "ns_fqdn")).toEqual([primary, ...servers]);
  });

  it("a group has its subgroup, its administrator and the members", async () => {
    const units = await world.rows("ada", "org.unit.list", { can_have_mgr: true, fetch_limit: 1 });
    const [ou = ""] = sortedTexts(units, "fq_name");
    await apply("group_with_subgroup.json", {
      group: "TEMPLATE",
      subgroup: "WEB",
      ou,
      administrator: "greta",
      members: ["lars", "otto"],
    });
    const [sub] = await world.rows("ada", "cntl.group.list", { name: "TEMPLATE-WEB" });
    expect(sub).toMatchObject({ parent_group_name: "TEMPLATE", is_sub: true, member_count: 2 });
    const links = await world.rows("ada", "cntl.mgr2group.list", {
      group_name_list: ["TEMPLATE", "TEMPLATE-WEB"],
    });
    expect(sortedTexts(links, "login_name")).toEqual(["greta", "lars", "otto"]);
    const linked = await world.rows("ada", "cntl.group2ou.list", { group_name: "TEMPLATE" });
    expect(column(linked, "ou")).toEqual([ou]);
  });

  it("the worked example of docs/templates.md works as described", async () => {
    const page = readFileSync(join(FOLDER, "../docs/templates.md"), "utf8");
    const example = /```json\n(.*?)```/s.exec(page)?.[1] ?? "";
    const fqdn = `template-example.${ground.zone}`;
    const addresses = await freeAddresses(2);
    const shown = await applyText(example, { fqdn, addresses, group: "TEMPLATE" });
    expect(sortedTexts(shown["Records"], "data")).toEqual(addresses);
    const links = await world.rows("ada", "dns.fqdn2group.list", { fqdn });
    expect(column(links, "group_name")).toEqual(["TEMPLATE"]);
  });

  it("all shipped templates are applied here, and there are at least eight", () => {
    expect([...applied].sort()).toEqual(readdirSync(FOLDER).sort());
    expect(applied.size).toBeGreaterThanOrEqual(8);
  });
});

function named(names: readonly string[], macs: readonly string[]): readonly Row[] {
  return names.map((fqdn, at) => ({ fqdn, mac: macs[at] ?? "" }));
}

/** Unused addresses of the BCD. */
async function freeAddresses(count: number): Promise<readonly string[]> {
  const [subnet] = await world.rows("ada", "nd.ip_subnet.list", { bcd: ground.bcd, type: 4 });
  const rows = await world.rows("ada", "tmp.cidr_generator.list", {
    cidr: subnet?.["cidr"] ?? null,
    prefix_length: 32,
    fetch_limit: count,
  });
  return sortedTexts(rows, "address");
}

/** Another BCD with networks of both families. */
async function otherBcd(): Promise<string> {
  const [found] = await world.db.query<{ name: string }>(
    `select b.name from nd.bcd b where b.name <> $1
       and exists (select from nd.ip_subnet n where n.bcd = b.id and family(n.cidr) = 4)
       and exists (select from nd.ip_subnet n where n.bcd = b.id and family(n.cidr) = 6) order by b.name limit 1`,
    [ground.bcd],
  );
  return found?.name ?? "";
}
