import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { withMade } from "#core/catalogue/made";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const make = (type: string, values: Params): SentStep => ({ name: `${type}.create`, new: values });

describe("login names built from an id (wire contract 7.3)", () => {
  const service = { is_svc: true, ou: "KIT" };

  it.each<readonly [string, Params, string, Params]>([
    ["signs of no login name", { sub_id: "B b" }, "-20040/5", { parameter: "sub_id" }],
    ["capitals", { sub_id: "Dns" }, "-20040/5", { parameter: "sub_id" }],
    [
      "too many",
      { sub_id: "a".repeat(64) },
      "-20040/4",
      { parameter: "sub_id", text_length: 64, length: 68 },
    ],
    ["capitals of a service", { ...service, svc_id: "Web" }, "-20040/5", { parameter: "svc_id" }],
  ])("%s are refused", async (_, values, code, told) => {
    const said = await world.dry("ada", make("cntl.mgr", values));
    expect([codeOf(said), detailsOf(said)]).toMatchObject([
      code,
      { ...told, scope: "new", data_type: "login_name" },
    ]);
  });

  it("only a service account is created in a unit", async () => {
    const said = await world.dry("ada", make("cntl.mgr", { login_name: "new1", ou: "KIT" }));
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20030/3",
      { object_fq_name: "cntl.mgr", rule: "ou_of_service_account_only", attribute_list: ["ou"] },
    ]);
  });
});

describe("[TA-94] the self-description says which texts the server makes", () => {
  it.each<readonly [string, Params, Params]>([
    ["cntl.mgr", { parent_login_name: "ada", sub_id: "made" }, { sub_id: "made" }],
    ["cntl.mgr", { is_svc: true, svc_id: "made", ou: "KIT" }, { svc_id: "made" }],
    ["org.unit", { short_name: "MADE", parent: "KIT", title: "t", unit_type: "abt" }, { short_name: "MADE" }],
    ["org.unit", { short_name: "MADE", parent: null, title: "t", unit_type: "abt" }, { short_name: "MADE" }],
  ])("%s %j is made as described", async (name, values, sought) => {
    const type = (await portalCatalogue()).objectType(name);
    if (type === null) throw new Error(name);
    const told = type.attributes.filter((one) => one.made_of !== undefined || one.is_given !== undefined);
    const said = await world.dry("ada", make(name, values), { name: `${name}.list`, old: sought });
    const [row] = rowsOf(said, 1);
    const made = withMade(type, { parent_login_name: null, ...values });
    expect(told.length).toBeGreaterThan(0);
    for (const { name: attribute } of told) expect(row?.[attribute]).toEqual(made[attribute]);
  });
});

describe("full names of units (wire contract 7.4)", () => {
  const unit = (short_name: string, parent: string): SentStep =>
    make("org.unit", { short_name, parent, title: "t", unit_type: "abt" });
  const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(63));
  const deep = [unit(`${a}`, "KIT"), unit(`${b}`, `KIT::${a}`), unit(`${c}`, `KIT::${a}::${b}`)];

  it("have at most 255 characters, also derived ones", async () => {
    const rule = { rule: "full_name_has_room", attribute_list: ["short_name", "parent"] };
    const made = await world.dry("ada", ...deep, unit("d".repeat(60), `KIT::${a}::${b}::${c}`));
    expect([codeOf(made), detailsOf(made)]).toMatchObject(["-20030/3", rule]);
    const renamed = await world.dry("ada", ...deep, {
      name: "org.unit.update",
      old: { fq_name: "KIT" },
      new: { short_name: "K".repeat(64) },
    });
    expect([codeOf(renamed), detailsOf(renamed)]).toMatchObject(["-20030/3", rule]);
    expect(codeOf(await world.dry("ada", ...deep))).toBe("200");
  });

  it("is refused with the name if it is taken", async () => {
    const said = await world.dry("ada", unit("Web (x)", "KIT"), unit("Web (x)", "KIT"));
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20030/1",
      { object_fq_name: "org.unit", attribute_list: ["fq_name"], value_list: ["KIT::Web (x)"] },
    ]);
  });
});

describe("names and addresses of records (wire contract 7.6)", () => {
  const record = (fqdn: string, type: string, data: string): SentStep =>
    make("dns.record", { fqdn, type, data, ...(type === "A" ? { fqdn_type: "domain" } : {}) });
  const first = record("m1.example.com.", "A", "198.51.100.77");

  it("is named by its address if a reverse name is taken", async () => {
    const said = await world.dry("ada", first, record("m2.example.com.", "A", "198.51.100.77"));
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20030/1",
      {
        object_fq_name: "dns.record",
        attribute_list: ["target_ipaddr", "target_is_reverse_unique"],
        value_list: ["198.51.100.77", true],
      },
    ]);
  });

  it("the last record of a name that others refer to is kept, and the refusal names the key of the name", async () => {
    const said = await world.dry("ada", first, record("m3.example.com.", "CNAME", "m1.example.com."), {
      name: "dns.record.delete",
      old: { fqdn: "m1.example.com.", type: "A", data: "198.51.100.77" },
    });
    expect([codeOf(said), detailsOf(said)]).toMatchObject([
      "-20030/2",
      {
        object_fq_name: "dns.fqdn",
        key: { value: "m1.example.com." },
        child_list: [{ object_fq_name: "dns.record", attribute_list: ["target_fqdn"], count: 1 }],
      },
    ]);
  });
});

describe("taken values (wire contract 4.2)", () => {
  const assignment = (ip_addr: string, mac_addr: string): SentStep =>
    make("dhcp.static_assignment", { ip_addr, mac_addr });
  const [first, second] = ["02:00:00:00:00:01", "02:00:00:00:00:02"];

  it("a fault shows the given values, never values that the server found", async () => {
    const taken = {
      object_fq_name: "dhcp.static_assignment",
      attribute_list: ["mac_addr"],
      value_list: [first],
    };
    const made = await world.dry(
      "ada",
      assignment("198.51.100.70", first),
      assignment("198.51.100.71", first),
    );
    expect([codeOf(made), detailsOf(made)]).toEqual(["-20030/1", taken]);
    const changed = await world.dry(
      "ada",
      assignment("198.51.100.70", first),
      assignment("198.51.100.71", second),
      {
        name: "dhcp.static_assignment.update",
        old: { ip_addr: "198.51.100.71" },
        new: { mac_addr: first },
      },
    );
    expect([codeOf(changed), detailsOf(changed)]).toEqual(["-20030/1", taken]);
  });

  it("a fault includes values of the row if an update does not set all of them", async () => {
    await world.execute("ada", [
      make("nd.site", { name: "s1" }),
      make("nd.bldg", { site: "s1", number: "b1" }),
      make("nd.room", { site: "s1", bldg: "b1", name: "1" }),
      make("nd.room", { site: "s1", bldg: "b1", name: "2" }),
    ]);
    const [room] = rowsOf(await world.dry("ada", { name: "nd.room.list", old: { name: "2" } }));
    const old = { gpk: room?.["gpk"] ?? null };
    const said = await world.dry("ada", { name: "nd.room.update", old, new: { name: "1" } });
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20030/1",
      {
        object_fq_name: "nd.room",
        attribute_list: ["site", "bldg", "name"],
        value_list: ["s1", "b1", "1"],
      },
    ]);
  });
});

describe("the key of an object that does not exist yet (wire contract 4.3)", () => {
  it.each<readonly [string, Params, Params]>([
    [
      "org.unit",
      { short_name: "NEW", title: "t", unit_type: "abt", parent: "KIT::SCC" },
      { fq_name: "KIT::SCC::NEW" },
    ],
    ["org.unit", { short_name: "TOP", title: "t", unit_type: "abt" }, { fq_name: "TOP" }],
    ["cntl.wapi_auth", { login_name: "ab1234-dns" }, { login_name: "ab1234-dns" }],
    ["wapi.maint_state", { subject: "Umbau", ts_begin: "2026-01-01T00:00:00Z" }, { subject: "Umbau" }],
  ])("a refused %s is named by its future name", async (type, values, key) => {
    const said = await world.dry("greta", make(type, values));
    expect([codeOf(said), detailsOf(said)["key"]]).toEqual(["-20010/1", key]);
  });
});
