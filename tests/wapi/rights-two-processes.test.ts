import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";
import { gated } from "../support/paused-database.ts";
import { demoToken } from "../support/postgres.ts";
import { secondProcess } from "../support/second-process.ts";
import { textIn, type SentStep } from "../support/small-world.ts";

let one: HttpWorld;
let other: Awaited<ReturnType<typeof openOther>>;
let ada: string;
const tokens = new Map<string, string>();
const openOther = () => secondProcess(one, gated);

beforeAll(async () => {
  one = await httpWorld();
  other = await openOther();
  ada = await one.signIn("ada");
  for (const login of ["greta", "otto"]) tokens.set(login, await one.signIn(login));
  for (const login of ["otto-sub", "svc-dns"]) tokens.set(login, demoToken(login));
  await change(
    { name: "cntl.role.create", new: { name: "sites" } },
    { name: "cntl.role2permission.create", new: { role_name: "sites", permission_name: "nd.rw:site" } },
    { name: "cntl.mgr2role.create", new: { login_name: "greta", role_name: "sites" } },
  );
});
afterAll(async () => {
  await other.close();
  await one.close();
});

type Said = readonly (readonly Row[])[] | string;

/** The lists of the answer, or the fault. */
async function call(at: HttpWorld, token: string, steps: readonly SentStep[], dry = false): Promise<Said> {
  const path = `/api/4.2/wapi/transaction/execute${dry ? "?dry_mode=true" : ""}`;
  const answer = await at.post(path, steps, token);
  return answer.status === 200 ? answer.lists : answer.fault;
}

/** The administrator changes something at the first process. */
async function change(...steps: readonly SentStep[]): Promise<readonly (readonly Row[])[]> {
  const said = await call(one, ada, steps);
  if (typeof said === "string") throw new Error(said);
  return said;
}

async function found(name: string, old: Row): Promise<Row> {
  const [rows = []] = await change({ name: `${name}.list`, old });
  const [row] = rows;
  if (row === undefined) throw new Error(`no ${name} ${JSON.stringify(old)}`);
  return row;
}

const tokenOf = (login: string): string => tokens.get(login) ?? "";
const own = (name: string, old: Row = {}): SentStep => ({
  name: `${name}.list`,
  old: { is_own: true, ...old },
});
const update = (name: string, old: Row, values: Row): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const lock = (login_name: string, is_adm_locked: boolean): SentStep =>
  update("cntl.mgr", { login_name }, { is_adm_locked });

/** The action of an account at the second process, the change at the first one that removes the right to it, and the change that restores it. */
interface Taken {
  readonly login: string;
  readonly does: SentStep;
  readonly take: SentStep;
  readonly back: SentStep;
  /** A fault; null: the list is empty then. */
  readonly told: string | null;
}

/** Links are taken by their deletion and given back by their creation. */
function link(login: string, does: SentStep, type: string, row: Row, told: string | null = null): Taken {
  return {
    login,
    does,
    told,
    take: { name: `${type}.delete`, old: row },
    back: { name: `${type}.create`, new: row },
  };
}

function locked(login: string, main = login): Taken {
  return { login, does: own("cntl.mgr"), take: lock(main, true), back: lock(main, false), told: "-20010/4" };
}

const CASES: Readonly<Record<string, () => Promise<Taken>>> = {
  "an account is locked": () => Promise.resolve(locked("greta")),
  "the main account of a subaccount is locked": () => Promise.resolve(locked("otto-sub", "otto")),
  "a service account is locked": () => Promise.resolve(locked("svc-dns")),
  async "an account may only read"() {
    const site = await found("nd.site", {});
    const write = (may: boolean): SentStep =>
      update("cntl.mgr", { login_name: "greta" }, { allow_data_manipulation: may });
    const does = update("nd.site", { gpk: site["gpk"] ?? null }, { title: "greta" });
    return { login: "greta", does, take: write(false), back: write(true), told: "-20010/5" };
  },
  "a service account leaves a group": () =>
    Promise.resolve(
      link("svc-dns", own("nd.bcd"), "cntl.mgr2group", {
        login_name: "svc-dns",
        group_name: "dns-automatik",
      }),
    ),
  "a subaccount leaves a group": () =>
    Promise.resolve(
      link("otto-sub", own("dns.fqdn"), "cntl.mgr2group", {
        login_name: "otto-sub",
        group_name: "dns-automatik",
      }),
    ),
  async "a role is taken"() {
    const site = await found("nd.site", {});
    const does = update("nd.site", { gpk: site["gpk"] ?? null }, { title: "greta" });
    return link("greta", does, "cntl.mgr2role", { login_name: "greta", role_name: "sites" }, "-20010/1");
  },
  async "a role loses a permission"() {
    const site = await found("nd.site", {});
    const does = update("nd.site", { gpk: site["gpk"] ?? null }, { title: "greta" });
    const row = { role_name: "sites", permission_name: "nd.rw:site" };
    return link("greta", does, "cntl.role2permission", row, "-20010/1");
  },
  async "an organisational unit loses its administrator"() {
    const { ou = null } = await found("cntl.mgr2ou", { login_name: "otto" });
    return link("otto", own("org.unit", { fq_name: ou }), "cntl.mgr2ou", { login_name: "otto", ou });
  },
  async "an organisational unit gets another place"() {
    const { ou } = await found("cntl.mgr2ou", { login_name: "otto" });
    const unit = await found("org.unit", { parent: ou ?? null });
    const { parent } = await found("org.unit", { fq_name: ou ?? null });
    const key = { gpk: unit["gpk"] ?? null };
    return {
      login: "otto",
      does: own("org.unit", key),
      take: update("org.unit", key, { parent: parent ?? null }),
      back: update("org.unit", key, { parent: ou ?? null }),
      told: null,
    };
  },
  async "a zone gets another owner"() {
    const row = await found("dns.fqdn2group", { group_name: "dns-automatik" });
    const key = { fqdn: row["fqdn"] ?? null, group_name: "dns-automatik" };
    return link("svc-dns", own("dns.record"), "dns.fqdn2group", key);
  },
  async "a broadcast domain gets another owner"() {
    const row = await found("nd.bcd2group", { group_name: "dns-automatik" });
    const key = { bcd: row["bcd"] ?? null, group_name: "dns-automatik" };
    return link("svc-dns", own("nd.ip_subnet"), "nd.bcd2group", key);
  },
  async "a group loses its organisational unit"() {
    const row = await found("cntl.group2ou", { group_name: "dns-automatik" });
    const key = { group_name: "dns-automatik", ou: row["ou"] ?? null };
    return link("otto", own("cntl.group", { name: "dns-automatik" }), "cntl.group2ou", key);
  },
};

describe("[PERM-28] rights that one process removes have no effect at another from the next call on", () => {
  it.each(Object.entries(CASES))("%s", async (_, prepare) => {
    const { login, does, take, back, told } = await prepare();
    const says = async (): Promise<string> => {
      const said = await call(other, tokenOf(login), [does], true);
      return typeof said === "string" ? said : said[0]?.length === 0 ? "nothing" : "something";
    };
    for (let round = 0; round < 2; round++) {
      expect(await says()).toBe("something");
      await change(take);
      expect(await says()).toBe(told ?? "nothing");
      await change(back);
    }
    expect(await says()).toBe("something");
  });

  it("an API token is ended, and sessions are ended everywhere", async () => {
    const made = await call(one, tokenOf("otto"), [
      { name: "cntl.wapi_auth.create", new: { login_name: "svc-dns" } },
    ]);
    const row = typeof made === "string" ? {} : (made[0]?.[0] ?? {});
    const session = await one.signIn("greta");
    for (const token of [textIn(row, "token"), session])
      expect(await call(other, token, [own("nd.bcd")])).not.toBeTypeOf("string");
    await change({ name: "cntl.wapi_auth.delete", old: { gpk: row["gpk"] ?? null } });
    expect(await call(other, textIn(row, "token"), [own("nd.bcd")])).toBe("-20001/3");
    await one.post("/api/sign_out_everywhere", {}, session);
    expect(await call(other, session, [own("nd.bcd")])).toBe("-20001/3");
    tokens.set("greta", await one.signIn("greta"));
  });
});

/** A name of `dns-automatik`, and below it a name of another unit. */
async function inherited(): Promise<{ readonly upper: string; readonly lower: string }> {
  const { value = null } = await found("dns.fqdn", {
    is_zone_apex: true,
    fetch_limit: 1,
    sorting_params_list: ["value"],
  });
  const { fq_name: ou = null } = await found("org.unit", { fetch_limit: 1 });
  const upper = `upper.${textIn({ value }, "value")}`;
  const lower = `lower.${upper}`;
  await change(
    { name: "dns.fqdn.create", new: { value: upper, type: "domain" } },
    { name: "dns.fqdn.create", new: { value: lower, type: "domain" } },
    { name: "dns.fqdn2group.create", new: { fqdn: upper, group_name: "dns-automatik" } },
    { name: "dns.fqdn2ou.create", new: { fqdn: lower, ou } },
  );
  return { upper, lower };
}

describe("[PERM-28] rights that are lost with a deleted object end in every process", () => {
  it("the owner of a name loses the objects below it together with the name", async () => {
    const { upper, lower } = await inherited();
    const says = (): Promise<Said> => call(other, tokenOf("svc-dns"), [own("dns.fqdn", { value: lower })]);
    expect((await says())[0]).toHaveLength(1);
    await change({ name: "dns.fqdn.delete", old: { value: upper } });
    expect((await says())[0]).toEqual([]);
    await change({ name: "dns.fqdn.delete", old: { value: lower } });
  });

  it("the rights are lost also in later steps of the call that deletes the name, and in waiting calls", async () => {
    const { upper, lower } = await inherited();
    const ends = { name: "dns.fqdn.delete", old: { value: upper } };
    const uses = update("dns.fqdn", { value: lower }, { description: "taken" });
    expect(await call(other, tokenOf("svc-dns"), [uses], true)).not.toBeTypeOf("string");
    expect(await call(other, tokenOf("svc-dns"), [ends, uses])).toBe("-20010/1");
    const held = other.db.hold(() => call(other, tokenOf("svc-dns"), [uses]));
    await held.reached;
    expect(await call(one, tokenOf("svc-dns"), [ends])).not.toBeTypeOf("string");
    held.open();
    expect(await held.result).toBe("-20010/1");
    await change({ name: "dns.fqdn.delete", old: { value: lower } });
  });
});

/** Calls that read members of the group `watched`, in every way that lists are read. */
const READINGS: Readonly<Record<string, readonly SentStep[]>> = {
  "one statement": [members()],
  "lists that take rows": [
    { name: "cntl.group.list", idx: "g", old: { name: "watched" } },
    { name: "cntl.mgr2group.list", old_ref_params: [{ idx: "g", params: { group_name: "name" } }] },
  ],
  "an expression": [{ name: "cntl.mgr2group.list", old: { group_name_regexp: "^watched$" } }],
  "more lists than one statement holds": Array.from({ length: 60 }, members),
};

function members(): SentStep {
  return { name: "cntl.mgr2group.list", old: { group_name: "watched" } };
}

const member = (login_name: string): Row => ({ login_name, group_name: "watched" });
const joins = (login: string): SentStep => ({ name: "cntl.mgr2group.create", new: member(login) });
const leaves = (login: string): SentStep => ({ name: "cntl.mgr2group.delete", old: member(login) });

async function watched(work: () => Promise<void>): Promise<void> {
  await change({ name: "cntl.group.create", new: { name: "watched" } }, joins("greta"));
  try {
    await work();
  } finally {
    await change(
      { name: "cntl.mgr2group.list", idx: "all", old: { group_name: "watched" } },
      { name: "cntl.mgr2group.delete", old_ref_idx: "all" },
      { name: "cntl.group.delete", old: { name: "watched" } },
    );
  }
}

/** Sends the call to the second process, and does the work while it waits behind the check of its token. */
async function meanwhile(steps: readonly SentStep[], work: () => Promise<unknown>, skip = 0): Promise<Said> {
  const held = other.db.hold(() => call(other, tokenOf("greta"), steps), skip);
  await held.reached;
  await work();
  held.open();
  return held.result;
}

const swap = async (): Promise<void> => {
  await change(leaves("greta"));
  await change(joins("otto"));
};

describe("[PERM-28] rights and objects of a waiting call belong to the same moment", () => {
  it.each(Object.entries(READINGS))("reading by %s", async (_, steps) => {
    await watched(async () => {
      const said = await meanwhile(steps, swap);
      expect(said).not.toBeTypeOf("string");
      expect(JSON.stringify(said)).not.toContain("otto");
    });
    expect(await call(other, tokenOf("greta"), steps)).not.toBeTypeOf("string");
  });

  it("reading a long answer", async () => {
    await one.db.query("insert into nd.site (name) select 'long ' || n from generate_series(1, 10001) n");
    const steps = [{ name: "nd.site.list" }, members()];
    await watched(async () => {
      const said = await meanwhile(steps, swap, 1);
      expect(typeof said === "string" ? said : said[0]?.length).toBeGreaterThan(10_000);
      expect(JSON.stringify(said)).not.toContain("otto");
    });
    await one.db.query("delete from nd.site where name like 'long %'");
  });

  it("for reads after the account is locked, and for writes after it is locked, made read-only, or its token ended", async () => {
    const site = await found("nd.site", {});
    const write = [update("nd.site", { gpk: site["gpk"] ?? null }, { title: "late" })];
    const reads = update("cntl.mgr", { login_name: "greta" }, { allow_data_manipulation: false });
    const writes = update("cntl.mgr", { login_name: "greta" }, { allow_data_manipulation: true });
    const tries = [
      [[own("nd.bcd")], lock("greta", true), lock("greta", false), "-20010/4"],
      [write, lock("greta", true), lock("greta", false), "-20010/4"],
      [write, reads, writes, "-20010/5"],
    ] as const;
    for (const [steps, take, back, told] of tries) {
      expect(await meanwhile(steps, () => change(take))).toBe(told);
      await change(back);
    }
    const { gpk = null } = await found("cntl.wapi_auth", {
      login_name: "greta",
      sorting_params_list: ["gpk DESC"],
    });
    const ended = await meanwhile(write, () =>
      one.db.query(
        "delete from cntl.wapi_auth a using cntl.mgr m where m.id = a.login_name and m.login_name = 'greta'",
      ),
    );
    expect([gpk === null, ended]).toEqual([false, "-20001/3"]);
    tokens.set("greta", await one.signIn("greta"));
    expect((await found("nd.site", { gpk: site["gpk"] ?? null }))["title"]).not.toBe("late");
  });

  it("a writing call does not use a right that was given after its account was locked", async () => {
    await change({ name: "cntl.group.create", new: { name: "watched" } });
    const steps = [{ name: "cntl.group.update", old: { name: "watched" }, new: { description: "late" } }];
    const said = await meanwhile(steps, async () => {
      await change(lock("greta", true));
      await change(joins("greta"));
    });
    expect(said).toBe("-20010/4");
    await change(lock("greta", false), leaves("greta"), {
      name: "cntl.group.delete",
      old: { name: "watched" },
    });
  });
});
