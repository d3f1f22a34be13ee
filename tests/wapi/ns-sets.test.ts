import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const set = (name: string, more: Params = {}): SentStep => ({
  name: "dnscfg.ns_set.create",
  new: { name, ...more },
});
const member = (ns_set_name: string, ns_fqdn = "example.com.", more: Params = {}): SentStep => ({
  name: "dnscfg.ns_set_member.create",
  new: { ns_set_name, ns_fqdn, ...more },
});
const exclusive = { members_are_exclusive: true };

describe("name server sets", () => {
  it("an external set of name servers is created as in the worked example", async () => {
    const extref = (value: string): SentStep => ({
      name: "dns.fqdn.create",
      new: { value, type: "nameserver_extref" },
    });
    const said = await world.dry(
      "ada",
      extref("ns1.partner.example.net."),
      set("partner", { description: "name servers of the partner", zone_data_is_external: true }),
      member("partner", "ns1.partner.example.net.", {
        ns_is_primary: true,
        ns_is_master: true,
        ns_is_registered: true,
      }),
    );
    expect(rowsOf(said, 1)).toMatchObject([{ members_are_exclusive: false, zone_data_is_external: true }]);
    expect(rowsOf(said, 2)).toMatchObject([
      {
        ns_set_name: "partner",
        ns_fqdn: "ns1.partner.example.net.",
        ns_is_primary: true,
        ns_is_master: true,
        ns_is_native: false,
        ns_is_registered: true,
      },
    ]);
  });

  it("a set is readable for all and written by holders of the permission", async () => {
    expect(codeOf(await world.dry("otto", set("own")))).toBe("-20010/1");
    await world.execute("ada", [set("all"), member("all")]);
    const lists = [{ name: "dnscfg.ns_set.list" }, { name: "dnscfg.ns_set_member.list" }];
    const said = await world.execute("greta", lists);
    expect([rowsOf(said).length, rowsOf(said, 1).length]).toEqual([1, 1]);
    const flag = {
      name: "dnscfg.ns_set_member.update",
      old: { ns_set_name: "all", ns_fqdn: "example.com." },
    };
    expect(codeOf(await world.dry("otto", { ...flag, new: { ns_is_native: true } }))).toBe("-20010/1");
    expect(rowsOf(await world.dry("ada", { ...flag, new: { ns_is_native: true } }))).toMatchObject([
      { ns_is_native: true },
    ]);
    await world.execute("ada", [{ name: "dnscfg.ns_set.delete", old: { name: "all" } }]);
  });

  it("members need their set and their name, and are deleted with the set, while their name stays", async () => {
    expect(codeOf(await world.dry("ada", member("none")))).toBe("-20020/2");
    expect(codeOf(await world.dry("ada", set("a"), member("a", "no.example.com.")))).toBe("-20020/2");
    const name = { name: "dns.fqdn.delete", old: { value: "example.org." } };
    const [made, gone] = [
      [set("a"), member("a", "example.org.")],
      { name: "dnscfg.ns_set.delete", old: { name: "a" } },
    ];
    expect(codeOf(await world.dry("ada", ...made, name))).toBe("-20030/2");
    const said = await world.dry("ada", ...made, gone, { name: "dnscfg.ns_set_member.list" });
    expect(rowsOf(said, 3)).toEqual([]);
  });

  it("a name is in at most one set whose members are exclusive", async () => {
    const said = await world.dry(
      "ada",
      set("a", exclusive),
      set("b", exclusive),
      set("c"),
      member("a"),
      member("c"),
      member("b"),
    );
    expect([codeOf(said), failedStep(said)?.position, detailsOf(said)]).toEqual([
      "-20030/1",
      5,
      { object_fq_name: "dnscfg.ns_set_member", attribute_list: ["ns_fqdn"], value_list: ["example.com."] },
    ]);
    const other = await world.dry(
      "ada",
      set("a", exclusive),
      set("b", exclusive),
      member("a"),
      member("b", "example.org."),
    );
    expect(codeOf(other)).toBe("200");
  });

  it("a name is in one exclusive set at most, also when a set with members becomes exclusive", async () => {
    const become: SentStep = { name: "dnscfg.ns_set.update", old: { name: "b" }, new: exclusive };
    const steps = [set("a", exclusive), set("b"), member("a"), member("b")];
    const said = await world.dry("ada", ...steps, become);
    expect([codeOf(said), failedStep(said)?.position]).toEqual(["-20030/1", 4]);
    const left = { name: "dnscfg.ns_set_member.delete", old: { ns_set_name: "a", ns_fqdn: "example.com." } };
    expect(codeOf(await world.dry("ada", ...steps, left, become))).toBe("200");
    const open = { name: "dnscfg.ns_set.update", old: { name: "a" }, new: { members_are_exclusive: false } };
    expect(codeOf(await world.dry("ada", ...steps, open, become))).toBe("200");
  });

  it("a member that is added to two exclusive sets at the same time is added to one", async () => {
    await world.execute("ada", [set("x", exclusive), set("y")]);
    const said = await Promise.all([
      world.execute("ada", [member("x")]),
      world.execute("ada", [member("y")]),
      world.execute("ada", [{ name: "dnscfg.ns_set.update", old: { name: "y" }, new: exclusive }]),
    ]);
    expect(said.map(codeOf).filter((code) => code !== "200" && code !== "-20030/1")).toEqual([]);
    const [row] = await world.db.query<{ most: string }>(
      `select max(n)::text most from (select count(*) n from dnscfg.ns_set_member m join dnscfg.ns_set s on s.id = m.ns_set_name
       where s.members_are_exclusive group by m.ns_fqdn) c`,
    );
    expect(row?.most).toBe("1");
    await world.execute("ada", [
      { name: "dnscfg.ns_set.delete", old: { name: "x" } },
      { name: "dnscfg.ns_set.delete", old: { name: "y" } },
    ]);
  });

  it("a record makes its name a name server", async () => {
    const record: SentStep = {
      name: "dns.record.create",
      new: { fqdn: "example.com.", type: "A", data: "198.51.100.20" },
    };
    const read: SentStep = { name: "dns.record.list", old: { fqdn: "example.com." } };
    const said = await world.dry("ada", record, read, set("a"), member("a"), { ...read, idx: "after" });
    expect(rowsOf(said, 1)).toMatchObject([{ host_is_nws: false }]);
    expect(rowsOf(said, 4)).toMatchObject([{ host_is_nws: true }]);
  });
});
