import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const site = (name: string): SentStep => ({ name: "nd.site.create", new: { name } });
const ada = (steps: readonly SentStep[], dryRun = false) => world.execute("ada", steps, { dryRun });
const sites = async () => rowsOf(await ada([{ name: "nd.site.list" }])).map((row) => row["name"]);

describe("one transaction", () => {
  it("[API-41] a hundred steps with a failing one in the middle change nothing and name the step", async () => {
    const steps = Array.from({ length: 100 }, (_, at) => site(`many-${String(at)}`));
    const broken = steps.with(57, {
      name: "nd.bldg.create",
      idx: "the-one",
      new: { site: "nowhere", number: "1" },
    });
    const before = await sites();
    const said = await ada(broken);
    expect(codeOf(said)).toBe("-20020/2");
    expect(failedStep(said)).toEqual({ idx: "the-one", position: 57, name: "nd.bldg.create", execution: 0 });
    expect(await sites()).toEqual(before);
  });

  it("[API-41] steps run in order, and each step sees the changes of those before it", async () => {
    const said = await ada([
      site("A"),
      { name: "nd.bldg.create", new: { site: "A", number: "1" } },
      { name: "nd.site.update", old: { name: "A" }, new: { name: "B" } },
      { name: "nd.bldg.create", new: { site: "B", number: "2" } },
      { name: "nd.bldg.delete", old: { site: "B", number: "1" } },
      { name: "nd.bldg.list", old: { site: "B" } },
      { name: "nd.bldg.delete", old: { site: "B", number: "2" } },
      { name: "nd.site.delete", old: { name: "B" } },
    ]);
    expect(rowsOf(said, 1)).toMatchObject([{ site: "A", number: "1" }]);
    expect(rowsOf(said, 5)).toMatchObject([{ site: "B", number: "2" }]);
    expect(await sites()).not.toContain("B");
  });

  it.each<readonly [string, readonly SentStep[], string, number]>([
    [
      "a child before its parent",
      [{ name: "nd.bldg.create", new: { site: "late", number: "1" } }, site("late")],
      "-20020/2",
      0,
    ],
    [
      "a parent deleted before its child",
      [
        site("p"),
        { name: "nd.bldg.create", new: { site: "p", number: "1" } },
        { name: "nd.site.delete", old: { name: "p" } },
        { name: "nd.bldg.delete", old: { site: "p", number: "1" } },
      ],
      "-20030/2",
      2,
    ],
    [
      "a key that is taken in the same transaction",
      [site("twice"), site("other"), site("twice")],
      "-20030/1",
      2,
    ],
    [
      "a key that becomes free only later",
      [site("free"), site("x1"), site("free"), { name: "nd.site.delete", old: { name: "free" } }],
      "-20030/1",
      2,
    ],
    [
      "the first of two failing steps",
      [site("f"), { name: "nd.site.delete", old: { name: "gone" } }, site("f")],
      "-20020/1",
      1,
    ],
  ])("refuses %s", async (_, steps, code, position) => {
    const said = await ada(steps);
    expect([codeOf(said), failedStep(said)?.position]).toEqual([code, position]);
  });

  it("[TA-46] a dry run answers like an apply and changes nothing", async () => {
    const steps: readonly SentStep[] = [
      site("dry"),
      { name: "nd.bldg.create", new: { site: "dry", number: "1" } },
    ];
    const before = await sites();
    const tested = await ada(steps, true);
    expect(tested).toMatchObject({ ok: true, state: "rolled_back" });
    expect(await sites()).toEqual(before);
    const applied = await ada(steps);
    expect(applied).toMatchObject({ ok: true, state: "committed" });
    const shown = (said: Said) => [0, 1].map((at) => rowsOf(said, at).map((row) => ({ ...row, gpk: null })));
    expect(shown(tested)).toEqual(shown(applied));
  });

  it("[TA-47] the list is applied as a whole", async () => {
    const said = await ada([site("whole"), site("whole")]);
    expect(codeOf(said)).toBe("-20030/1");
    expect(await sites()).not.toContain("whole");
  });
});

describe("old values", () => {
  const bcd = { name: "scc-net-web-1" };
  const set = (old: Record<string, Json>, description: string) =>
    ada([{ name: "nd.bcd.update", old: { ...bcd, ...old }, new: { description } }]);

  it("[API-63] a value that somebody else has changed is a conflict", async () => {
    await set({}, "first");
    const said = await set({ description: "before", seclvl: 1 }, "second");
    expect(codeOf(said)).toBe("-20050/1");
    expect(detailsOf(said)).toEqual({
      object_fq_name: "nd.bcd",
      key: bcd,
      conflict_list: [{ attribute: "description", expected: "before", found: "first" }],
    });
    expect(codeOf(await set({ description: "first" }, "third"))).toBe("200");
  });

  it("[API-63] an object that somebody else has changed is not deleted", async () => {
    const site = { name: "changed-site" };
    await ada([{ name: "nd.site.create", new: { ...site, title: "now" } }]);
    const remove = (title: string) => ada([{ name: "nd.site.delete", old: { ...site, title } }]);
    const said = await remove("before");
    expect(codeOf(said)).toBe("-20050/1");
    expect(detailsOf(said)["conflict_list"]).toEqual([
      { attribute: "title", expected: "before", found: "now" },
    ]);
    expect(codeOf(await remove("now"))).toBe("200");
  });

  it("[API-63] computed attributes and null are checked too", async () => {
    expect(detailsOf(await set({ subnet_count: 9 }, "x"))["conflict_list"]).toMatchObject([
      { attribute: "subnet_count", expected: 9 },
    ]);
    expect(detailsOf(await set({ description: null }, "x"))["conflict_list"]).toMatchObject([
      { expected: null, found: "third" },
    ]);
  });

  it("another spelling of the same value is not a conflict", async () => {
    const old = { cidr: "2001:DB8:47:11:0::/64", gateway_addr: "2001:db8:47:11:0:0:0:1" };
    expect(codeOf(await ada([{ name: "nd.ip_subnet.update", old, new: { description: "v6" } }]))).toBe("200");
  });

  it("key and gpk together name one row", async () => {
    const [row] = rowsOf(await ada([{ name: "nd.bcd.list", old: { name: "scc-other-1" } }]));
    expect(codeOf(await set({ gpk: row?.["gpk"] ?? null }, "x"))).toBe("-20050/1");
  });

  it("[API-63] of two people who change the same object at once, the second is refused", async () => {
    await set({}, "start");
    const both = await Promise.all(["one", "two"].map((text) => set({ description: "start" }, text)));
    expect(both.map(codeOf).sort()).toEqual(["-20050/1", "200"]);
    const [row] = rowsOf(await ada([{ name: "nd.bcd.list", old: bcd }]));
    expect(row?.["description"]).toBe(
      codeOf(both[0] ?? { ok: false, status: 0, exception: never() }) === "200" ? "one" : "two",
    );
  });
});

function never(): never {
  throw new Error("two calls were made");
}

describe("faults of writing", () => {
  it.each<readonly [string, SentStep, string, Readonly<Record<string, Json>>]>([
    [
      "row not found",
      { name: "nd.site.delete", old: { name: "gone" } },
      "-20020/1",
      { object_fq_name: "nd.site", key: { name: "gone" } },
    ],
    [
      "reference not found",
      { name: "nd.bldg.create", new: { site: "gone", number: "1" } },
      "-20020/2",
      {
        attribute: "site",
        value: "gone",
        reference_name: "api_fkey_nd_bldg_site",
        ref_object_fq_name: "nd.site",
      },
    ],
    [
      "composite reference not found",
      { name: "nd.room.create", new: { site: "gone", bldg: "1", name: "r" } },
      "-20020/2",
      { ref_object_fq_name: "nd.bldg" },
    ],
    [
      "duplicate key",
      { name: "nd.bcd.create", new: { name: "scc-other-1" } },
      "-20030/1",
      { attribute_list: ["name"], value_list: ["scc-other-1"] },
    ],
    [
      "duplicate further value",
      { name: "nd.bcd.create", new: { name: "scc-net-web-7", id: "47.11" } },
      "-20030/1",
      { attribute_list: ["id"], value_list: ["47.11"] },
    ],
    [
      "still referenced",
      { name: "cntl.group.delete", old: { name: "scc-net-web" } },
      "-20030/2",
      { key: { name: "scc-net-web" } },
    ],
    [
      "values that do not fit",
      {
        name: "nd.ip_subnet.create",
        new: { cidr: "192.0.2.0/24", bcd: "scc-other-1", gateway_addr: "198.51.100.1" },
      },
      "-20030/3",
      { attribute_list: ["gateway_addr", "cidr"] },
    ],
    [
      "overlap",
      { name: "nd.ip_subnet.create", new: { cidr: "198.51.0.0/16", bcd: "scc-other-1" } },
      "-20030/4",
      { attribute: "cidr", value: "198.51.0.0/16" },
    ],
    [
      "a tree that bites its tail",
      { name: "org.unit.update", old: { fq_name: "KIT" }, new: { parent: "KIT::SCC::NET" } },
      "-20060/9",
      { object_fq_name: "org.unit" },
    ],
    [
      "an OU without managers",
      { name: "cntl.mgr2ou.create", new: { login_name: "greta", ou: "KIT" } },
      "200",
      {},
    ],
    [
      "a group that the main account has not",
      { name: "cntl.mgr2group.create", new: { login_name: "ab1234-dns", group_name: "other" } },
      "-20060/3",
      { parent_login_name: "ab1234", object_fq_name: "cntl.group", key: { name: "other" } },
    ],
    [
      "a role for a service account",
      { name: "cntl.mgr2role.create", new: { login_name: "svc-web", role_name: "admin" } },
      "-20060/6",
      { login_name: "svc-web" },
    ],
    [
      "two kinds of account at once",
      { name: "cntl.mgr.create", new: { sub_id: "a", svc_id: "b" } },
      "-20030/3",
      { attribute_list: ["sub_id", "svc_id"] },
    ],
    [
      "a main account without name",
      { name: "cntl.mgr.create", new: {} },
      "-20040/1",
      { parameter: "login_name" },
    ],
  ])("%s", async (_, step, code, wanted) => {
    const said = await ada([step], true);
    expect(codeOf(said)).toBe(code);
    expect(detailsOf(said)).toMatchObject(wanted);
  });

  it("overlaps are checked at the end, and the fault names the last step that changed the range", async () => {
    const [a, b] = ["192.0.2.0/25", "192.0.2.128/25"];
    const made = (cidr: string): SentStep => ({
      name: "nd.ip_subnet.create",
      new: { cidr, bcd: "scc-other-1" },
    });
    const move = (from: string, to: string): SentStep => ({
      name: "nd.ip_subnet.update",
      old: { cidr: from },
      new: { cidr: to },
    });
    const wide = "192.0.2.0/24";
    expect(
      codeOf(
        await ada([made(wide), made(a), { name: "nd.ip_subnet.delete", old: { cidr: wide } }, made(b)], true),
      ),
    ).toBe("200");
    const said = await ada([made(a), made(b), site("between"), move(a, wide), site("behind")], true);
    expect([codeOf(said), failedStep(said)?.position]).toEqual(["-20030/4", 3]);
  });

  it("an update that changes nothing succeeds without a log entry", async () => {
    const count = async () => (await world.db.query("select 1 from wapi.change_log")).length;
    const before = await count();
    expect(codeOf(await ada([{ name: "nd.bcd.update", old: { name: "scc-other-1" }, new: {} }]))).toBe("200");
    expect(
      codeOf(await ada([{ name: "nd.bcd.update", old: { name: "scc-other-1" }, new: { seclvl: 0 } }])),
    ).toBe("200");
    expect(await count()).toBe(before);
  });
});

describe("[TA-46] dry run and apply have one result", () => {
  it("for the same list of steps, whichever step fails", async () => {
    const lists: readonly (readonly SentStep[])[] = [
      [site("v1"), site("v1")],
      [{ name: "nd.ip_subnet.create", new: { cidr: "198.51.100.0/25", bcd: "scc-other-1" } }],
      [{ name: "nd.site.delete", old: { name: "none" } }],
    ];
    for (const steps of lists) {
      const [tested, applied] = [await ada(steps, true), await ada(steps)];
      expect([codeOf(tested), failedStep(tested)]).toEqual([codeOf(applied), failedStep(applied)]);
      expect(codeOf(tested)).not.toBe("200");
    }
  });
});
