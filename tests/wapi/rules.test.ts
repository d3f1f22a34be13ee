import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
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

const record = (fqdn: string, type: string, data: string | null, more: Params = {}): SentStep => ({
  name: "dns.record.create",
  new: { fqdn, type, ...(data === null ? {} : { data }), ...more },
});
const fqdn = (value: string, type = "domain"): SentStep => ({
  name: "dns.fqdn.create",
  new: { value, type },
});

describe("objects that are passed on (wire contract 7.5, 7.6)", () => {
  const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });

  it.each([
    ["a BCD", "bcd", "scc-third-1", create("nd.bcd", { name: "scc-third-1" }), "nd.bcd2group", "nd.bcd2ou"],
    ["a name", "fqdn", "third.", create("dns.fqdn", { value: "third." }), "dns.fqdn2group", "dns.fqdn2ou"],
  ] as const)(
    "%s goes to groups of an OU that has it, and from a group only to those below",
    async (_, by, id, made, group, ou) => {
      const to = (group_name: string): SentStep => create(group, { [by]: id, group_name });
      rowsOf(
        await world.execute("ada", [
          made,
          to("scc-net-web"),
          create("cntl.group", { name: `beside-${by}`, ou: "KIT::SCC" }),
          create("cntl.group", { name: `below-${by}`, parent_group_name: "scc-net-web" }),
        ]),
      );
      const passed = async (): Promise<readonly string[]> =>
        Promise.all(
          [`beside-${by}`, `below-${by}`, "other"].map(async (name) =>
            codeOf(await world.dry("otto", to(name))),
          ),
        );
      // Another object of the OU does not count.
      expect(await passed()).toEqual(["-20010/1", "200", "-20010/1"]);
      rowsOf(await world.execute("ada", [create(ou, { [by]: id, ou: "KIT::SCC" })]));
      expect(await passed()).toEqual(["200", "200", "-20010/1"]);
      expect(codeOf(await world.dry("ab1234", to(`below-${by}`)))).toBe("200");
      expect(codeOf(await world.dry("ab1234", to(`beside-${by}`)))).toBe("-20010/1");
      expect(codeOf(await world.dry("greta", to(`below-${by}`)))).not.toBe("200");
    },
  );
});

describe("units without managers (wire contract 7.3)", () => {
  const closed: SentStep = { name: "org.unit.update", old: { fq_name: "KIT" }, new: { can_have_mgr: false } };
  const link = (login_name: string): SentStep => ({
    name: "cntl.mgr2ou.create",
    new: { login_name, ou: "KIT" },
  });

  it("accept no person", async () => {
    const said = await world.dry("ada", closed, link("greta"));
    expect([codeOf(said), detailsOf(said)]).toEqual(["-20060/5", { ou: "KIT" }]);
    expect(codeOf(await world.dry("ada", link("greta")))).toBe("200");
  });

  it("accept service accounts", async () => {
    expect(codeOf(await world.dry("ada", closed, link("svc-web")))).toBe("200");
  });

  it("cannot arise while people administer the unit", async () => {
    const said = await world.dry("ada", link("svc-web"), link("greta"), closed);
    expect([codeOf(said), detailsOf(said)]).toEqual(["-20060/5", { ou: "KIT" }]);
    expect(said.ok ? null : said.exception.hint).toBe("Entfernen Sie zuerst die Administratoren dieser OE.");
    const gone: SentStep = {
      name: "cntl.mgr2ou.delete",
      old: { login_name: "greta", ou: "KIT" },
    };
    expect(codeOf(await world.dry("ada", link("svc-web"), link("greta"), gone, closed))).toBe("200");
    const again: SentStep = { ...closed, new: { can_have_mgr: false, title: "Other" } };
    expect(codeOf(await world.dry("ada", closed, again))).toBe("200");
  });

  it("are either closed or get a manager, whichever happens first", async () => {
    const open: SentStep = { ...closed, new: { can_have_mgr: true } };
    const unlink: SentStep = { name: "cntl.mgr2ou.delete", old: { login_name: "greta", ou: "KIT" } };
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([world.execute("ada", [closed]), world.execute("ada", [link("greta")])]);
      expect(both.map(codeOf).toSorted()).toEqual(["-20060/5", "200"]);
      expect(codeOf(await world.execute("ada", [both[0].ok ? open : unlink]))).toBe("200");
    }
  });
});

describe("addresses that records cannot have (wire contract 7.6)", () => {
  const subnet = (cidr: string): SentStep => ({
    name: "nd.ip_subnet.create",
    new: { cidr, bcd: "scc-other-1" },
  });

  it.each<readonly [string, string, string, readonly SentStep[], string, string | null]>([
    ["the network address", "ada", "198.51.100.0", [], "-20060/8", "network"],
    ["the broadcast address", "ada", "198.51.100.255", [], "-20060/8", "broadcast"],
    ["a reserved address", "ada", "198.51.100.2", [], "-20060/8", "reserved"],
    ["the gateway, for owners", "otto", "198.51.100.1", [], "-20060/8", "gateway"],
    ["the gateway, for holders of rw", "ada", "198.51.100.1", [], "200", null],
    ["the network address of IPv6", "ada", "2001:db8:47:11::", [], "-20060/8", "network"],
    ["the last address of IPv6", "ada", "2001:db8:47:11:ffff:ffff:ffff:ffff", [], "200", null],
    ["both addresses of a link", "ada", "192.0.2.0", [subnet("192.0.2.0/31")], "200", null],
    ["an address in no subnet", "ada", "192.0.2.0", [], "200", null],
  ])("%s", async (_, login, address, before, code, reason) => {
    const type = address.includes(":") ? "AAAA" : "A";
    const said = await world.dry(login, ...before, record("example.com.", type, address));
    expect(codeOf(said)).toBe(code);
    const subnet = type === "A" ? "198.51.100.0/24" : "2001:db8:47:11::/64";
    expect(detailsOf(said)).toMatchObject(reason === null ? {} : { address, reason, subnet });
  });

  it("are refused for changed records too", async () => {
    const old = { fqdn: "example.com.", type: "A", data: "198.51.100.20" };
    const said = await world.dry("otto", record("example.com.", "A", "198.51.100.20"), {
      name: "dns.record.update",
      old,
      new: { data: "198.51.100.3" },
    });
    expect([codeOf(said), detailsOf(said)["reason"]]).toEqual(["-20060/8", "reserved"]);
  });

  it("an address that becomes reserved later stays with its record, also if it is sent again", async () => {
    const data = "198.51.100.20";
    const reserve: SentStep = {
      name: "nd.ip_subnet.update",
      old: { cidr: "198.51.100.0/24" },
      new: { reserved_addr_list: [data] },
    };
    const change: SentStep = {
      name: "dns.record.update",
      old: { fqdn: "example.com.", type: "A", data },
      new: { data, ttl: 77 },
    };
    expect(codeOf(await world.dry("ada", record("example.com.", "A", data), reserve, change))).toBe("200");
  });
});

describe("prefixes of subnets", () => {
  it.each([
    ["::/0", "-20030/3"],
    ["8000::/1", "200"],
    ["2001:db8:7::12/128", "200"],
  ])("[VAL-11] a prefix is checked: %s is answered with %s", async (cidr, code) => {
    const created = { name: "nd.ip_subnet.create", new: { cidr, bcd: "scc-other-1" } };
    const said = await world.dry("ada", created);
    expect(codeOf(said)).toBe(code);
    if (!said.ok) expect(said.exception.hint).toBe("Ein IPv6-Subnetz hat ein Präfix von 1 bis 128.");
  });
});

describe("TTL of a record set (wire contract 7.6)", () => {
  const name = "ttl.example.com.";
  const [one, two, three] = ["198.51.100.30", "198.51.100.31", "198.51.100.32"];
  const update = (values: Params): SentStep => ({
    name: "dns.record.update",
    old: { fqdn: name, type: "A", data: one },
    new: values,
  });
  const list: SentStep = {
    name: "dns.record.list",
    old: { fqdn: name, sorting_params_list: ["type", "data"] },
  };
  const ttls = (rows: readonly Row[]) => rows.map((row) => [row["data"], row["ttl"]]);

  it("is the same for all records of a name and type, each with its log entry", async () => {
    // Records of other names and types are older, and have a TTL of their own or none.
    const older = [
      fqdn("older.example.com."),
      record("older.example.com.", "A", "198.51.100.29", { ttl: 11 }),
    ];
    rowsOf(await world.execute("otto", older));
    const made = await world.execute("otto", [
      fqdn(name),
      record(name, "TXT", "t"),
      record(name, "A", one),
      record(name, "A", two),
      update({ ttl: 60 }),
      record(name, "A", three),
      list,
    ]);
    expect(ttls(rowsOf(made, 6))).toEqual([
      [one, 60],
      [two, 60],
      [three, 60],
      ["t", null],
    ]);
    const logged = await world.db.query(
      `select "function", new->>'data' data, new->>'ttl' ttl from wapi.change_log
       where object_fq_name = 'dns.record' and new->>'fqdn' = $1 order by id`,
      [name],
    );
    expect(logged).toEqual([
      { function: "create", data: "t", ttl: null },
      { function: "create", data: one, ttl: null },
      { function: "create", data: two, ttl: null },
      { function: "update", data: one, ttl: "60" },
      { function: "update", data: two, ttl: "60" },
      { function: "create", data: three, ttl: "60" },
    ]);
  });

  it("is set by a new record with a TTL", async () => {
    const said = await world.dry("otto", record(name, "A", "198.51.100.33", { ttl: 90 }), list);
    expect(
      ttls(rowsOf(said, 1))
        .slice(0, 4)
        .map(([, ttl]) => ttl),
    ).toEqual([90, 90, 90, 90]);
  });

  it("gives the missing value to a new record that has only a TTL or only the end of a TTL", async () => {
    const end = "2100-01-01T00:00:00Z";
    const pairs = (rows: readonly Row[]) =>
      rows.slice(0, 4).map((row) => [row["ttl"], row["ttl_reset_date"]]);
    const said = await world.dry(
      "otto",
      record(name, "A", "198.51.100.33", { ttl_reset_date: end }),
      list,
      record(name, "A", "198.51.100.34", { ttl: 90 }),
      list,
    );
    expect(rowsOf(said)).toMatchObject([{ ttl: 60, ttl_reset_date: end }]);
    expect(pairs(rowsOf(said, 1))).toEqual(Array(4).fill([60, end]));
    expect(pairs(rowsOf(said, 3))).toEqual(Array(4).fill([90, end]));
  });

  it.each([-1, 2_147_483_648])("is refused out of range: %s", async (ttl) => {
    const said = await world.dry("otto", update({ ttl }));
    expect(codeOf(said)).toBe("-20040/6");
    expect(detailsOf(said)).toMatchObject({ parameter: "ttl", min: 0, max: 2_147_483_647 });
  });

  it("is read as null after its end, like the end itself, also in filters and without an entry in the log", async () => {
    const entries = async () => (await world.db.query("select from wapi.change_log")).length;
    const past = "2020-01-01T00:00:00Z";
    const future = "2100-01-01T00:00:00Z";
    await world.execute("otto", [update({ ttl_reset_date: future })]);
    expect(rowsOf(await world.execute("otto", [list])).map((row) => row["ttl_reset_date"])).toEqual([
      future,
      future,
      future,
      null,
    ]);
    await world.db.query("update dns.record set ttl_reset_date = $1 where name = $2 and type = 'A'", [
      past,
      name,
    ]);
    const before = await entries();
    const rows = rowsOf(await world.execute("otto", [list]));
    expect(rows.map((row) => [row["ttl"], row["ttl_reset_date"]])).toEqual(Array(4).fill([null, null]));
    const filtered = async (old: Record<string, string>) =>
      rowsOf(await world.get("otto", "dns.record.list", old)).length;
    expect(await filtered({ fqdn: name, ttl: "60" })).toBe(0);
    expect(await entries()).toBe(before);
    // Old values are compared with the value that is read.
    const again: SentStep = {
      name: "dns.record.update",
      old: { fqdn: name, type: "A", data: one, ttl: null, ttl_reset_date: null },
      new: { ttl: 120 },
    };
    const set = await world.execute("otto", [again, list]);
    expect(rowsOf(set, 1).map((row) => [row["ttl"], row["ttl_reset_date"]])).toEqual([
      [120, null],
      [120, null],
      [120, null],
      [null, null],
    ]);
    const [last] = await world.db.query<{ old: Row }>(
      `select old from wapi.change_log where object_fq_name = 'dns.record' order by id desc limit 1`,
    );
    expect([last?.old["ttl"], last?.old["ttl_reset_date"]]).toEqual([null, null]);
  });
});

/** 244 characters. */
const LONG_APEX = `${`${"a".repeat(47)}.`.repeat(5)}net.`;

describe("names outside the zones (wire contract 7.6)", () => {
  it.each<readonly [string, readonly SentStep[], string, string | null]>([
    ["are not inside of one", [fqdn("x.example.com.", "extern")], "-20030/3", "extern_outside_zones"],
    [
      "nor name servers that are only referred to",
      [fqdn("x.example.com.", "nameserver_extref")],
      "-20030/3",
      "extern_outside_zones",
    ],
    [
      "nor made so later",
      [
        fqdn("x.example.com."),
        { name: "dns.fqdn.update", old: { value: "x.example.com." }, new: { type: "extern" } },
      ],
      "-20030/3",
      "extern_outside_zones",
    ],
    ["may be outside", [fqdn("x.example.net.", "extern")], "200", null],
    [
      "have no addresses",
      [fqdn("x.example.net.", "extern"), record("x.example.net.", "A", "192.0.2.9")],
      "-20030/3",
      "type_fits_name",
    ],
    [
      "are referred to",
      [fqdn("x.example.net.", "extern"), record("x.example.net.", "REF-FQDN", null)],
      "200",
      null,
    ],
    [
      "never get a zone above",
      [
        fqdn("x.example.net.", "extern"),
        { name: "dns.fqdn.create", new: { value: "example.net.", is_zone_apex: true } },
      ],
      "-20030/3",
      "extern_outside_zones",
    ],
    [
      "are no reason against another zone, before or after them in order",
      [
        fqdn("x.example.net.", "extern"),
        fqdn("x.example.info.", "extern"),
        { name: "dns.fqdn.create", new: { value: "y.example.net.", is_zone_apex: true } },
        { name: "dns.fqdn.create", new: { value: "a.example.net.", is_zone_apex: true } },
      ],
      "200",
      null,
    ],
    [
      "never become a zone",
      [
        fqdn("x.example.net.", "extern"),
        { name: "dns.fqdn.update", old: { value: "x.example.net." }, new: { is_zone_apex: true } },
      ],
      "-20030/3",
      "extern_outside_zones",
    ],
    [
      "are no zones whose mailbox is longer than a name",
      [{ name: "dns.fqdn.create", new: { value: LONG_APEX, is_zone_apex: true } }],
      "-20030/3",
      "apex_fits_soa",
    ],
    [
      "and as long as it fits they are",
      [{ name: "dns.fqdn.create", new: { value: LONG_APEX.slice(1), is_zone_apex: true } }],
      "200",
      null,
    ],
    ["are not of the older type", [fqdn("x.example.com.", "host")], "-20030/3", "type_is_creatable"],
  ])("%s", async (_, steps, code, rule) => {
    const said = await world.dry("ada", ...steps);
    expect(codeOf(said)).toBe(code);
    expect(detailsOf(said)["rule"] ?? null).toBe(rule);
  });
});

describe("address spaces of groups (wire contract 7.1, 7.3)", () => {
  const space = (cidr: string, group_name = "scc-net-web-dns"): SentStep => ({
    name: "cntl.group_addr_space.create",
    new: { group_name, cidr },
  });

  it.each([
    ["administrators of an OU that owns the BCD", "otto", "198.51.100.64/26", "200"],
    ["members of the group", "ab1234", "198.51.100.64/26", "-20010/1"],
    ["inside one subnet", "ada", "198.51.0.0/16", "-20030/3"],
    ["of a BCD of the group", "ada", "203.0.113.0/26", "-20030/3"],
  ])("are given by or to %s", async (_, login, cidr, code) => {
    const said = await world.dry(login, space(cidr));
    expect(codeOf(said)).toBe(code);
    if (code === "200") expect(rowsOf(said)[0]).toMatchObject({ bcd: "scc-net-web-1" });
    if (code === "-20030/3") expect(detailsOf(said)["rule"]).toBe("in_bcd_of_group");
  });

  it("limit the group to the addresses of the spaces, beginning with the transaction that creates the spaces", async () => {
    const at = (address: string) => world.dry("ab1234-dns", record("example.com.", "A", address));
    expect(codeOf(await at("198.51.100.20"))).toBe("200");
    await world.execute("otto", [space("198.51.100.64/26")]);
    expect(codeOf(await at("198.51.100.20"))).toBe("-20010/1");
    expect(codeOf(await at("198.51.100.70"))).toBe("200");
    // An account that also has the BCD through a group without address space owns all its addresses.
    expect(codeOf(await world.dry("ab1234", record("example.com.", "A", "198.51.100.20")))).toBe("200");
    await world.execute("otto", [
      {
        name: "cntl.group_addr_space.delete",
        old: { group_name: "scc-net-web-dns", cidr: "198.51.100.64/26" },
      },
    ]);
    expect(codeOf(await at("198.51.100.20"))).toBe("200");
  });

  it("bind a group and the groups below it in the BCD of their subnet only, as the refusal of an address says", async () => {
    const [web, dns] = ["scc-net-web", "scc-net-web-dns"];
    /** Groups by which somebody would have the address. */
    const reaching = async (host: number): Promise<readonly string[]> => {
      const said = await world.dry("greta", record("example.org.", "A", `198.51.100.${String(host)}`));
      const links = JSON.stringify(detailsOf(said)).matchAll(/"bcd":"scc-net-web-1","group_name":"([^"]+)"/g);
      return [...links].map(([, group = ""]) => group).toSorted();
    };
    const elsewhere = { bcd: "scc-other-1", group_name: dns };
    const without = ({ new: old = {} }: SentStep): SentStep => ({
      name: "cntl.group_addr_space.delete",
      old,
    });
    const changed = async (...steps: readonly SentStep[]): Promise<void> =>
      void rowsOf(await world.execute("ada", steps));
    expect(await reaching(20)).toEqual([web, dns]);
    await changed({ name: "nd.bcd2group.create", new: elsewhere }, space("203.0.113.0/26"));
    expect(await reaching(20)).toEqual([web, dns]);
    await changed(space("198.51.100.64/26"));
    expect([await reaching(20), await reaching(70)]).toEqual([[web], [web, dns]]);
    await changed(without(space("198.51.100.64/26")), space("198.51.100.64/26", web));
    expect([await reaching(20), await reaching(70)]).toEqual([[], [web, dns]]);
    await changed(space("198.51.100.16/28"));
    expect([await reaching(20), await reaching(70)]).toEqual([[dns], [web]]);
    await changed(
      without(space("198.51.100.16/28")),
      without(space("198.51.100.64/26", web)),
      without(space("203.0.113.0/26")),
      { name: "nd.bcd2group.delete", old: elsewhere },
    );
    expect(await reaching(20)).toEqual([web, dns]);
  });
});

describe("types of names (wire contract 7.6)", () => {
  const change = (type: string): SentStep => ({
    name: "dns.fqdn.update",
    old: { value: "t1.example.com." },
    new: { type },
  });

  it("of older data cannot be given to names", async () => {
    const rule = { rule: "type_is_creatable", attribute_list: ["type"] };
    for (const step of [fqdn("t2.example.com.", "host"), change("host")]) {
      const said = await world.dry("ada", fqdn("t1.example.com."), step);
      expect([codeOf(said), detailsOf(said)]).toMatchObject(["-20030/3", rule]);
    }
  });

  it("of older data stay and can be changed", async () => {
    await world.execute("ada", [fqdn("t1.example.com.")]);
    await world.db.query(
      "update dns.fqdn set type = (select id from dns.fqdn_type where name = 'host') where value = 't1.example.com.'",
    );
    const kept: SentStep = { ...change("host"), new: { type: "host", description: "old" } };
    const said = await world.dry("otto", kept, change("domain"), change("host"));
    expect([codeOf(said), said.ok ? 0 : said.exception.traceback?.transaction_statement.position]).toEqual([
      "-20030/3",
      2,
    ]);
    expect(codeOf(await world.dry("otto", kept, change("domain")))).toBe("200");
  });
});

describe("numbers in data (wire contract 7.6)", () => {
  const [text, canonical] = ["010  mail.example.com", "10 mail.example.com."];

  it("are stored without leading zeros, so a record is found in any spelling", async () => {
    const made = [fqdn("mail.example.com."), record("example.com.", "MX", text)];
    expect(rowsOf(await world.dry("otto", ...made), 1)).toMatchObject([{ data: canonical }]);
    const twice = await world.dry("otto", ...made, record("example.com.", "MX", "10 mail.example.com."));
    expect(codeOf(twice)).toBe("-20030/1");
    const old = { fqdn: "example.com.", type: "MX", data: "0010 mail.example.com." };
    expect(codeOf(await world.dry("otto", ...made, { name: "dns.record.delete", old }))).toBe("200");
  });
});
