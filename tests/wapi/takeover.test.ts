import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  textIn,
  tokenOf,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";
import { tokenHash } from "../../server/access/token.ts";

/** Otto administers KIT::SCC, Theo KIT::ZAK; svc-web belongs to KIT::SCC::NET, svc-mail to KIT::ZAK. */
let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  const rows = await world.execute("ada", [
    create("cntl.mgr", { login_name: "theo" }),
    create("org.unit", { short_name: "ZAK", title: "ZAK", unit_type: "abt", parent: "KIT" }),
    create("org.unit", { short_name: "IAM", title: "IAM", unit_type: "abt", parent: "KIT" }),
    create("cntl.mgr2ou", { login_name: "theo", ou: "KIT::ZAK" }),
    create("cntl.mgr", { is_svc: true, svc_id: "mail", ou: "KIT::ZAK" }),
  ]);
  expect(codeOf(rows)).toBe("200");
  await world.db.query(
    `insert into cntl.wapi_auth (login_name, user_name, is_session, token_hash, expiration_date)
     select id, login_name, true, $1, now() + interval '1 hour' from cntl.mgr where login_name = 'theo'`,
    [tokenHash(tokenOf("theo"))],
  );
});
afterAll(() => world.close());

function create(type: string, values: NonNullable<SentStep["new"]>): SentStep {
  return { name: `${type}.create`, new: values };
}
function remove(type: string, key: NonNullable<SentStep["old"]>): SentStep {
  return { name: `${type}.delete`, old: key };
}
const link = (login_name: string, ou: string): SentStep => create("cntl.mgr2ou", { login_name, ou });
const unlink = (login_name: string, ou: string): SentStep => remove("cntl.mgr2ou", { login_name, ou });

describe("[SVC-08] nobody takes over a service account by linking it", () => {
  const takeover = [
    link("svc-web", "KIT::ZAK"),
    create("cntl.wapi_auth", { login_name: "svc-web" }),
    unlink("svc-web", "KIT::ZAK"),
  ];

  it("to an OE of their own, in one call or in several", async () => {
    expect(codeOf(await world.execute("theo", takeover))).toBe("-20010/1");
    const said: string[] = [];
    for (const step of takeover) said.push(codeOf(await world.execute("theo", [step])));
    expect(said).toEqual(["-20010/1", "-20010/1", "-20020/1"]);
    const links = await world.get("ada", "cntl.mgr2ou.list", { login_name: "svc-web" });
    expect(rowsOf(links)).toMatchObject([{ ou: "KIT::SCC::NET" }]);
  });

  it("the refusal names the OEs whose consent is missing", async () => {
    expect(detailsOf(await world.dry("theo", link("svc-web", "KIT::ZAK")))).toEqual({
      function: "cntl.mgr2ou.create",
      object_fq_name: "cntl.mgr2ou",
      key: { login_name: "svc-web", ou: "KIT::ZAK" },
      required_permission_list: ["cntl.rw:mgr2ou"],
      required_permission_set_list: [["cntl.rw:mgr2ou"]],
      required_role_list: ["admin"],
      required_assignment_list: [
        {
          object_fq_name: "org.unit",
          key: { fq_name: "KIT::ZAK" },
          is_met: true,
          link_list: [{ object_fq_name: "org.unit", key: { fq_name: "KIT::ZAK" } }],
        },
        {
          object_fq_name: "cntl.mgr",
          key: { login_name: "svc-web" },
          is_met: false,
          link_list: [{ object_fq_name: "cntl.mgr2ou", key: { login_name: "svc-web", ou: "KIT::SCC::NET" } }],
        },
      ],
    });
  });

  it("administrators of both sides link it, and rules for people stay", async () => {
    expect(codeOf(await world.dry("otto", link("svc-web", "KIT::SCC")))).toBe("200");
    expect(codeOf(await world.dry("otto", link("svc-web", "KIT::ZAK")))).toBe("-20010/1");
    const person = [link("greta", "KIT::ZAK"), unlink("greta", "KIT::ZAK")];
    expect(codeOf(await world.dry("theo", ...person))).toBe("200");
  });

  it("its last link is deleted by holders of rw or together with the account", async () => {
    const last = await world.dry("otto", unlink("svc-web", "KIT::SCC::NET"));
    expect(codeOf(last)).toBe("-20060/3");
    expect(detailsOf(last)).toEqual({
      login_name: "svc-web",
      parent_login_name: null,
      object_fq_name: "org.unit",
      key: { fq_name: "KIT::SCC::NET" },
    });
    const moved = [link("svc-web", "KIT::SCC"), unlink("svc-web", "KIT::SCC::NET")];
    expect(codeOf(await world.dry("otto", ...moved))).toBe("200");
    expect(codeOf(await world.dry("otto", ...moved, unlink("svc-web", "KIT::SCC")))).toBe("-20060/3");
    expect(codeOf(await world.dry("ada", unlink("svc-web", "KIT::SCC::NET")))).toBe("200");
    expect(codeOf(await world.dry("otto", remove("cntl.mgr", { login_name: "svc-web" })))).toBe("200");
  });

  it("only holders of rw link an account without any OE", async () => {
    await world.execute("ada", [unlink("svc-mail", "KIT::ZAK")]);
    expect(codeOf(await world.dry("theo", link("svc-mail", "KIT::ZAK")))).toBe("-20010/1");
    expect(codeOf(await world.execute("ada", [link("svc-mail", "KIT::ZAK")]))).toBe("200");
  });

  it("a new account with an old name cannot read entries of the old account", async () => {
    const made = [
      create("cntl.mgr", { is_svc: true, svc_id: "again", ou: "KIT::ZAK" }),
      create("cntl.wapi_auth", { login_name: "svc-again" }),
    ];
    const tokens = async () => textIn(rowsOf(await world.execute("theo", made), 1)[0], "token");
    const ask = async (token: string) => {
      await world.db.query("update cntl.wapi_auth set token_hash = $1 where token_hash = $2", [
        tokenHash(tokenOf("svc-again")),
        tokenHash(token),
      ]);
      return rowsOf(await world.get("svc-again", "wapi.change_log.list"));
    };
    const first = await tokens();
    await world.execute("ada", [
      create("cntl.mgr2group", { login_name: "svc-again", group_name: "other" }),
      { name: "nd.bcd.list" },
    ]);
    expect(await ask(first)).toEqual([]);
    await world.execute("svc-again", [
      { name: "nd.bcd.update", old: { name: "scc-other-1" }, new: { description: "secret plans" } },
    ]);
    expect(rowsOf(await world.get("svc-again", "wapi.change_log.list"))).toHaveLength(1);
    await world.execute("theo", [remove("cntl.mgr", { login_name: "svc-again" })]);
    expect(await ask(await tokens())).toEqual([]);
    expect(rowsOf(await world.get("svc-again", "wapi.transaction.list"))).toEqual([]);
  });
});

describe("[PERM-25] bounds of the groups above", () => {
  /** Greta administers `other` alone, which is bound to a part of the addresses of its BCD. */
  const address = "203.0.113.200";
  const record: SentStep = create("dns.record", { fqdn: "example.org.", type: "A", data: address });
  const sub = create("cntl.group", { name: "free", parent_group_name: "other" });
  const pass = create("nd.bcd2group", { bcd: "scc-other-1", group_name: "free" });

  beforeAll(async () => {
    const bound = create("cntl.group_addr_space", { group_name: "other", cidr: "203.0.113.0/26" });
    expect(codeOf(await world.execute("ada", [bound]))).toBe("200");
  });

  it("hold for a subgroup that its own administrators create", async () => {
    expect(codeOf(await world.dry("greta", record))).toBe("-20010/1");
    const refused = await world.dry("greta", sub, pass, record);
    expect(codeOf(refused)).toBe("-20010/1");
    const inside = create("dns.record", { fqdn: "example.org.", type: "A", data: "203.0.113.20" });
    expect(codeOf(await world.dry("greta", sub, pass, inside))).toBe("200");
    // No group has the address in its bounds, so the refusal names none.
    expect(detailsOf(refused)["required_assignment_list"]).toBeNull();
  });

  it("are replaced by spaces of the subgroup itself", async () => {
    const own = create("cntl.group_addr_space", { group_name: "free", cidr: "203.0.113.192/26" });
    expect(codeOf(await world.execute("greta", [sub, pass]))).toBe("200");
    expect(codeOf(await world.execute("ada", [own]))).toBe("200");
    expect(codeOf(await world.dry("greta", record))).toBe("200");
    await world.execute("ada", [
      remove("cntl.group_addr_space", { group_name: "free", cidr: "203.0.113.192/26" }),
    ]);
    expect(codeOf(await world.dry("greta", record))).toBe("-20010/1");
  });

  it("do not hold for somebody who has the BCD by another group too", async () => {
    const links = [
      create("nd.bcd2group", { bcd: "scc-other-1", group_name: "wide" }),
      create("cntl.mgr2group", { login_name: "greta", group_name: "wide" }),
    ];
    expect(codeOf(await world.execute("ada", [create("cntl.group", { name: "wide" }), ...links]))).toBe(
      "200",
    );
    expect(codeOf(await world.dry("greta", record))).toBe("200");
    const gone = links.map(({ name, new: key = {} }) => remove(name.replace(".create", ""), key));
    const said = await world.execute("ada", [...gone, remove("cntl.group", { name: "wide" })]);
    expect(codeOf(said)).toBe("200");
    expect(codeOf(await world.dry("greta", record))).toBe("-20010/1");
  });

  it("stay when the subgroup moves", async () => {
    // greta gets a group and an OE, so that she administers every possible place.
    await world.execute("ada", [
      link("greta", "KIT::IAM"),
      create("cntl.group", { name: "greta-top", ou: "KIT::IAM" }),
      create("cntl.group2ou", { group_name: "free", ou: "KIT::IAM" }),
    ]);
    const move = (parent: string | null): SentStep => ({
      name: "cntl.group.update",
      old: { name: "free" },
      new: { parent_group_name: parent },
    });
    const refused = await world.dry("greta", move("greta-top"));
    expect(codeOf(refused)).toBe("-20010/1");
    expect(codeOf(await world.dry("greta", move(null)))).toBe("-20010/1");
    expect(codeOf(await world.dry("ada", move(null)))).toBe("200");
    const [unbound] = [remove("nd.bcd2group", { bcd: "scc-other-1", group_name: "free" })];
    expect(codeOf(await world.dry("greta", unbound, move("greta-top")))).toBe("200");
    expect(codeOf(await world.dry("greta", unbound, move(null)))).toBe("200");
  });

  it.each<[string, string, readonly string[]]>([
    ["200", "spaces inside the bounds", ["203.0.113.0/27", "203.0.113.32/28"]],
    ["200", "a space of another BCD besides", ["203.0.113.0/27", "198.51.100.0/26"]],
    ["-20010/1", "a space outside the bounds besides", ["203.0.113.0/27", "203.0.113.128/26"]],
    ["-20010/1", "a larger space", ["203.0.113.0/25"]],
  ])("answer %s to a move of the subgroup below a group with %s", async (code, _, cidrs) => {
    const spaces = cidrs.map((cidr) => ({ group_name: "greta-top", cidr }));
    const links = ["scc-other-1", "scc-net-web-1"].map((bcd) => ({ bcd, group_name: "greta-top" }));
    const made = [
      ...links.map((own) => create("nd.bcd2group", own)),
      ...spaces.map((space) => create("cntl.group_addr_space", space)),
    ];
    expect(codeOf(await world.execute("ada", made))).toBe("200");
    const move = {
      name: "cntl.group.update",
      old: { name: "free" },
      new: { parent_group_name: "greta-top" },
    };
    expect(codeOf(await world.dry("greta", move))).toBe(code);
    const gone = [
      ...spaces.map((space) => remove("cntl.group_addr_space", space)),
      ...links.map((own) => remove("nd.bcd2group", own)),
    ];
    expect(codeOf(await world.execute("ada", gone))).toBe("200");
  });

  it("an OE passes only its own names and BCDs on to a group that it administers", async () => {
    const name = (fqdn: string) => create("dns.fqdn2group", { fqdn, group_name: "greta-top" });
    const bcd = (of: string) => create("nd.bcd2group", { bcd: of, group_name: "greta-top" });
    await world.execute("ada", [
      create("dns.fqdn", { value: "iam.example.com." }),
      create("dns.fqdn2ou", { fqdn: "iam.example.com.", ou: "KIT::IAM" }),
      create("nd.bcd", { name: "scc-iam-1" }),
      create("nd.bcd2ou", { bcd: "scc-iam-1", ou: "KIT::IAM" }),
    ]);
    const said: string[] = [];
    for (const step of [
      name("iam.example.com."),
      name("example.com."),
      bcd("scc-iam-1"),
      bcd("scc-net-web-1"),
    ])
      said.push(codeOf(await world.dry("greta", step)));
    expect(said).toEqual(["200", "-20010/1", "200", "-20010/1"]);
  });

  it("a group moves only between places that its mover administers", async () => {
    const into: SentStep = {
      name: "cntl.group.update",
      old: { name: "greta-top" },
      new: { parent_group_name: "scc-net-web" },
    };
    const refused = await world.dry("greta", into);
    expect(codeOf(refused)).toBe("-20010/1");
    expect(detailsOf(refused)).toMatchObject({
      required_permission_list: ["cntl.rw:group"],
      required_assignment_list: [
        { object_fq_name: "cntl.group", key: { name: "greta-top" }, is_met: true },
        { object_fq_name: "cntl.group", key: { name: "scc-net-web" }, is_met: false },
      ],
    });
    // Members of the subgroup alone cannot take it away from the groups above.
    const away: SentStep = {
      name: "cntl.group.update",
      old: { name: "scc-net-web-dns" },
      new: { parent_group_name: null },
    };
    expect(codeOf(await world.dry("ab1234-dns", away))).toBe("-20010/1");
    const same: SentStep = { ...away, new: { parent_group_name: "scc-net-web", description: "x" } };
    expect(codeOf(await world.dry("ab1234-dns", same))).toBe("200");
  });
});

describe("[PERM-25] [PERM-17] a locked main account locks its subaccounts", () => {
  it("by their own tokens and by su_login_name, until the main account is unlocked", async () => {
    const lock = (is: boolean): SentStep => ({
      name: "cntl.mgr.update",
      old: { login_name: "ab1234" },
      new: { is_adm_locked: is },
    });
    const see: SentStep = { name: "nd.bcd.list" };
    expect(codeOf(await world.execute("ab1234-dns", [see]))).toBe("200");
    await world.execute("ada", [lock(true)]);
    const own = await world.execute("ab1234-dns", [see]);
    expect(codeOf(own)).toBe("-20010/4");
    expect(detailsOf(own)).toEqual({ login_name: "ab1234-dns", is_su: false });
    const other = await world.execute("ada", [see], { su: "ab1234-dns", dryRun: true });
    expect(codeOf(other)).toBe("-20010/4");
    expect(detailsOf(other)).toEqual({ login_name: "ab1234-dns", is_su: true });
    expect(codeOf(await world.get("ab1234-dns", "nd.site.list"))).toBe("-20010/4");
    await world.execute("ada", [lock(false)]);
    expect(codeOf(await world.execute("ab1234-dns", [see]))).toBe("200");
  });
});

describe("[TOK-05] a main account learns that it has no API tokens", () => {
  const body = { new: { login_name: "greta" } };
  it.each([
    ["for itself", "greta"],
    ["for another main account", "ab1234"],
    ["by who may make tokens", "ada"],
  ])("%s: by single call, step and dry run", async (_, who) => {
    const step = create("cntl.wapi_auth", body.new);
    const answers = [
      await world.post(who, "cntl.wapi_auth.create", body),
      await world.execute(who, [step]),
      await world.dry(who, step),
    ];
    expect(answers.map(codeOf)).toEqual(["-20060/2", "-20060/2", "-20060/2"]);
    expect(answers.map(detailsOf)).toEqual(Array(3).fill({ login_name: "greta" }));
  });

  it("its session cannot become an API token either", async () => {
    const [session] = rowsOf(await world.get("greta", "cntl.wapi_auth.list"));
    const step: SentStep = {
      name: "cntl.wapi_auth.update",
      old: { gpk: textIn(session, "gpk") },
      new: { do_generate: true },
    };
    expect(codeOf(await world.dry("greta", step))).toBe("-20060/2");
    // An account that cannot see the session does not learn that it exists.
    expect(codeOf(await world.dry("ab1234", step))).toBe("-20020/1");
  });

  it("accounts of others and unknown accounts are refused as before", async () => {
    const dry = async (who: string, login: string) =>
      codeOf(await world.dry(who, create("cntl.wapi_auth", { login_name: login })));
    expect(await dry("greta", "ab1234-dns")).toBe("-20010/1");
    expect(await dry("greta", "svc-web")).toBe("-20010/1");
    expect(await dry("greta", "nobody")).toBe("-20020/2");
  });
});
