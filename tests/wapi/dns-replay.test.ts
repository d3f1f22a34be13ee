import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { codeOf, rowsOf, smallWorld, type Said, type SmallWorld } from "../support/small-world.ts";

const T = "ab1234-dns";
const n = "web1.example.com.";
const c = "www.example.com.";

const R1 = {
  ttl: null,
  data: "198.51.100.11",
  fqdn: n,
  type: "A",
  zone: "example.com.",
  is_own: true,
  fqdn_type: "domain",
  host_is_nws: false,
  target_fqdn: null,
  target_ipaddr: "198.51.100.11",
  ttl_reset_date: null,
  fqdn_description: null,
  target_fqdn_type: null,
  ttl_zone_default: 3600,
  target_data_unref: null,
  target_is_singleton: false,
  target_is_reverse_unique: true,
};
const R2 = {
  ...R1,
  data: n,
  fqdn: c,
  type: "CNAME",
  fqdn_type: "alias",
  target_fqdn: n,
  target_ipaddr: null,
  target_fqdn_type: "domain",
  target_is_singleton: true,
  target_is_reverse_unique: false,
};

let world: SmallWorld;

/** Rows without the gpk, whose value is free. */
function bare(said: Said): Json[] {
  return rowsOf(said).map((row) => {
    expect(typeof row["gpk"]).toBe("string");
    return Object.fromEntries(Object.entries(row).filter(([name]) => name !== "gpk"));
  });
}

function details(said: Said): Readonly<Record<string, Json>> {
  if (said.ok) throw new Error("an answer where a fault was expected");
  return said.exception.details;
}

const list = (query: Record<string, string> = {}) => world.get(T, "dns.record.list", query);
const names = () => world.get(T, "dns.fqdn.list", { value_list: JSON.stringify([n]) });
const createA = (data: string, unique: boolean, fqdn = n) =>
  world.post(T, "dns.record.create", { new: { data, fqdn, type: "A", target_is_reverse_unique: unique } });
const createCname = (more: Record<string, Json> = {}) =>
  world.post(T, "dns.record.create", {
    new: { fqdn: c, type: "CNAME", data: n, target_is_reverse_unique: false, ...more },
  });
const deleteA = (data = "198.51.100.11") =>
  world.post(T, "dns.record.delete", { old: { data, fqdn: n, type: "A" } });
const deleteCname = () => world.post(T, "dns.record.delete", { old: { fqdn: c, type: "CNAME", data: n } });

describe("DNS client, API 4.2 (wire contract 8.1)", () => {
  beforeAll(async () => {
    world = await smallWorld();
  });
  afterAll(() => world.close());

  it("1, 2: nothing is there", async () => {
    expect(bare(await list())).toEqual([]);
    expect(bare(await names())).toEqual([]);
  });
  it("3: a name is created", async () => {
    expect(bare(await world.post(T, "dns.fqdn.create", { new: { value: n, type: "domain" } }))).toMatchObject(
      [
        {
          value: n,
          type: "domain",
          zone: "example.com.",
          parent: "example.com.",
          record_count: 0,
          is_own: true,
        },
      ],
    );
  });
  it("4, 5: an address record is created and listed", async () => {
    expect(bare(await createA("198.51.100.11", true))).toEqual([R1]);
    expect(bare(await list())).toEqual([R1]);
  });
  it("6: an alias brings its name with it", async () => {
    expect(bare(await createCname())).toEqual([R2]);
  });
  it("7: the last record of a target cannot be deleted", async () => {
    const said = await deleteA();
    expect(codeOf(said)).toBe("-20030/2");
    expect(details(said)["child_list"]).toMatchObject([
      {
        object_fq_name: "dns.record",
        attribute_list: ["target_fqdn"],
        reference_name: "api_fkey_dns_record_target_fqdn",
        count: 1,
        title_list: [`${c} CNAME ${n}`],
      },
    ]);
    expect(bare(await list())).toEqual([R1, R2]);
  });
  it("8: nothing stands beside an alias", async () => {
    expect(codeOf(await createA("198.51.100.12", true, c))).toBe("-20060/4");
  });
  it("9 to 12: alias first, then the address; the name stays", async () => {
    expect(bare(await deleteCname())).toEqual([R2]);
    expect(bare(await deleteA())).toEqual([R1]);
    expect(bare(await list())).toEqual([]);
    expect(bare(await names())).toMatchObject([{ value: n }]);
  });
  it("13, 14: a shared address, and the same record again", async () => {
    expect(bare(await createA("198.51.100.11", false))).toEqual([{ ...R1, target_is_reverse_unique: false }]);
    const said = await createA("198.51.100.11", false);
    expect(codeOf(said)).toBe("-20030/1");
    expect(details(said)["attribute_list"]).toEqual(["fqdn", "type", "data"]);
  });
  it("15, 16: a record and a name that do not exist", async () => {
    expect(codeOf(await deleteA("198.51.100.99"))).toBe("-20020/1");
    const said = await createA("198.51.100.11", false, "web3.example.com.");
    expect(codeOf(said)).toBe("-20020/2");
    expect(details(said)["attribute"]).toBe("fqdn");
  });
  it("17 to 19: filters", async () => {
    expect(
      bare(await list({ fqdn_list: JSON.stringify([n]), type_list: JSON.stringify(["A"]) })),
    ).toHaveLength(1);
    expect(bare(await list({ type: "CNAME", target_fqdn_regexp: n }))).toEqual([]);
    const said = await list({ inttype: "A" });
    expect(codeOf(said)).toBe("-20900/4");
    expect(details(said)["parameter"]).toBe("inttype");
  });
  it("20, 21: without token, with a wrong one, with one that sees nothing", async () => {
    expect(codeOf(await world.get(null, "dns.record.list"))).toBe("-20001/1");
    expect(codeOf(await world.get("nobody", "dns.record.list"))).toBe("-20001/3");
    expect(bare(await world.get("ab1234-none", "dns.record.list"))).toEqual([]);
  });
  it("22: a name in the zone of another group, and what would allow it", async () => {
    const said = await world.post(T, "dns.fqdn.create", {
      new: { value: "www.example.org.", type: "domain" },
    });
    expect(codeOf(said)).toBe("-20010/1");
    expect(details(said)["required_assignment_list"]).toEqual([
      {
        object_fq_name: "dns.fqdn",
        key: { value: "example.org." },
        is_met: false,
        link_list: [{ object_fq_name: "dns.fqdn2group", key: { fqdn: "example.org.", group_name: "other" } }],
      },
    ]);
  });
});

describe("DNS client in the style of API 3.2 (wire contract 8.2)", () => {
  beforeAll(async () => {
    world = await smallWorld();
  });
  afterAll(() => world.close());

  it("1: the name is created on the way", async () => {
    const said = await world.post(T, "dns.record.create", {
      new: { data: "198.51.100.11", fqdn: n, type: "A", fqdn_type: "domain", target_is_reverse_unique: true },
    });
    expect(bare(said)).toEqual([R1]);
  });
  it("2, 3: the alias too; the list has one order", async () => {
    expect(bare(await createCname({ fqdn_type: "alias" }))).toEqual([R2]);
    expect(bare(await list())).toEqual([R1, R2]);
    expect(bare(await list())).toEqual([R1, R2]);
  });
  it("4: deletes, alias first", async () => {
    expect(bare(await deleteCname())).toEqual([R2]);
    expect(bare(await deleteA())).toEqual([R1]);
  });
  it("6: a body of old versions is not understood", async () => {
    expect(codeOf(await world.post(T, "dns.record.create", [{ name: "fqdn", new_value: n }]))).toBe(
      "-20900/1",
    );
  });
});
