import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import type { Tx } from "../../server/db/database.ts";
import { heldRows } from "../../server/wapi/call/bulk-update.ts";
import { planSteps } from "../../server/wapi/call/plan.ts";
import {
  column,
  fresh,
  openCalls,
  site,
  sites,
  table,
  type Calls,
  type Heard,
  type Sent,
} from "../support/sent-calls.ts";
import { tokenOf, type SentStep } from "../support/small-world.ts";

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls();
});
afterAll(() => calls.close());

const execute = (steps: unknown, sent?: Sent): Promise<Heard> => calls.execute(steps, sent);

describe("steps in order", () => {
  const from = (idx: string, params: Readonly<Record<string, string>>): Json => [
    { idx, params: { ...params } },
  ];

  it("[API-41] every step sees the steps before it, and the results are in the order of the steps", async () => {
    const [a, b, c] = [fresh("a"), fresh("b"), fresh("c")];
    const said = await execute([
      sites({ name_list: [a, b, c] }),
      site(a),
      site(b),
      { name: "nd.site.update", old: { name: a }, new: { title: "A" } },
      sites({ name_list: [a, b, c] }),
      site(c),
      { name: "nd.site.bulk_update", old: { name_list: [b, c] }, new: { title: "bulk" } },
      { name: "nd.site.delete", old: { name: b } },
      sites({ name_list: [a, b, c] }),
    ]);
    const names = (list: number) => column(said, list, "name");
    expect(Array.from({ length: 9 }, (_, list) => names(list))).toEqual([
      [],
      [a],
      [b],
      [a],
      [a, b],
      [c],
      [b, c],
      [b],
      [a, c],
    ]);
    expect(column(said, 8, "title")).toEqual(["A", "bulk"]);
  });

  it("[API-41] neighbouring writes have their own rows, even if one of them is executed several times", async () => {
    const [a, b, c, d] = [fresh("a"), fresh("b"), fresh("c"), fresh("d")];
    const said = await execute([
      table("t", [{ n: a }, { n: b }]),
      site(c),
      { idx: "two", name: "nd.site.create", new_ref_params: from("t", { name: "n" }) },
      site(d),
      { name: "nd.site.update", old: { name: c }, new: { title: "C" } },
      { idx: "l", name: "nd.site.list", inner_join_ref: { two: "self" } },
      { name: "nd.site.delete", old_ref_params: from("l", { gpk: "gpk" }) },
      sites({ name_list: [a, b, c, d] }),
    ]);
    expect([1, 2, 3, 4, 5, 6, 7].map((list) => column(said, list, "name"))).toEqual([
      [c],
      [a, b],
      [d],
      [c],
      [a, b],
      [a, b],
      [c, d],
    ]);
  });

  it("[API-61] executions by rows of the call see the steps before them", async () => {
    const [a, b] = [fresh("a"), fresh("b")];
    const said = await execute([
      table("t", [{ n: a }, { n: b }]),
      site(a),
      { name: "nd.site.list", old_ref_params: from("t", { name: "n" }) },
      site(b),
      { name: "nd.site.bulk_update", new: { title: "T" }, old_ref_params: from("t", { name: "n" }) },
      { name: "nd.site.list", old_ref_params: from("t", { name_list: "n" }) },
    ]);
    expect([2, 4, 5].map((list) => column(said, list, "name"))).toEqual([[a], [a, b], [a, b]]);
    expect(column(said, 5, "title")).toEqual(["T", "T"]);
  });

  it("[API-61] executions by rows of other steps see these steps, whatever kind of step it is", async () => {
    const [a, b] = [fresh("a"), fresh("b")];
    const said = await execute([
      table("t", [{ n: a }, { n: b }]),
      { idx: "made", name: "nd.site.create", new_ref_params: from("t", { name: "n" }) },
      {
        idx: "bldg",
        name: "nd.bldg.create",
        new: { number: "1" },
        new_ref_params: from("made", { site: "name" }),
      },
      {
        idx: "bulk",
        name: "nd.bldg.bulk_update",
        new: { title: "T" },
        old_ref_params: from("made", { site: "name" }),
      },
      { idx: "join", name: "nd.site.list", inner_join_ref: { bulk: "default" } },
      { name: "nd.bldg.delete", old_ref_params: from("bulk", { gpk: "gpk" }) },
      { name: "nd.bldg.list", old_ref_params: from("made", { site_list: "name" }) },
      { name: "nd.site.delete", old_ref_params: from("join", { gpk: "gpk" }) },
    ]);
    expect([1, 4, 7].map((list) => column(said, list, "name"))).toEqual([
      [a, b],
      [a, b],
      [a, b],
    ]);
    expect([2, 3, 5].map((list) => column(said, list, "site"))).toEqual([
      [a, b],
      [a, b],
      [a, b],
    ]);
    expect([column(said, 3, "title"), said.lists?.[6]]).toEqual([["T", "T"], []]);
  });

  it("[API-65] a list of records shows the steps before it, also with ref params", async () => {
    const [name, later] = [fresh("a"), fresh("b")];
    const said = await execute([
      { idx: "made", ...site(name) },
      { name: "wapi.change_log.list", old_ref_params: from("made", { object_gfk: "gpk" }) },
      { ...site(later), idx: "later" },
      { idx: "log", name: "wapi.change_log.list", inner_join_ref: { made: "default", later: "default" } },
      { name: "wapi.change_log.list", inner_join_ref: { later: "default" } },
      { name: "wapi.transaction.list", inner_join_ref: { log: "default" } },
    ]);
    const made = { function: "create", object_fq_name: "nd.site" };
    expect(said.lists?.[1]).toMatchObject([
      { ...made, object_title: expect.stringContaining(name) as unknown },
    ]);
    expect(said.lists?.[4]).toMatchObject([
      { ...made, object_title: expect.stringContaining(later) as unknown },
    ]);
    expect(said.lists?.[5]).toHaveLength(0);
    const [gpk] = column(said, 0, "gpk");
    const log = { name: "wapi.change_log.list", old: { object_gfk: gpk } } as SentStep;
    const change: SentStep = { name: "nd.site.update", old: { name }, new: { title: "new" } };
    const again = await execute([change, { ...log, idx: "log" }, change, log]);
    expect([column(again, 1, "function"), column(again, 3, "function")]).toEqual([
      ["create", "update"],
      ["create", "update"],
    ]);
  });

  it("[API-61] without rows nothing is executed, and an account that may not write is still refused", async () => {
    const empty = table("t", []);
    const refs = { name: "n" };
    const writing: readonly SentStep[] = [
      { name: "nd.site.create", new_ref_params: from("t", refs) },
      { name: "nd.site.delete", old_ref_params: from("t", refs) },
      { name: "nd.site.bulk_update", new: { title: "x" }, old_ref_params: from("t", refs) },
    ];
    for (const step of writing) {
      expect((await execute([empty, step])).lists).toEqual([[], []]);
      const { fault, at } = await execute([empty, step], { token: tokenOf("nora") });
      expect([fault, at?.position, at?.name]).toEqual(["account_unknown", 1, step.name]);
    }
    const list: SentStep = { name: "nd.site.list", old_ref_params: from("t", refs) };
    const mixed = await execute([empty, list, site(fresh())]);
    expect(mixed.lists?.[1]).toEqual([]);
  });

  it("[API-41] a step that is executed in several runs has one result for each execution, in order", async () => {
    const start = fresh("m");
    const rows = Array.from({ length: 2_003 }, (_, n) => ({ n: `${start}-${String(n)}` }));
    const said = await execute([
      site(`${start}-first`),
      table("t", rows),
      { idx: "made", name: "nd.site.create", new_ref_params: from("t", { name: "n" }) },
      { name: "nd.site.list", old: { name_list: [`${start}-2002`, `${start}-0`] } },
      site(`${start}-last`),
    ]);
    expect(column(said, 0, "name")).toEqual([`${start}-first`]);
    expect(column(said, 2, "name")).toEqual(rows.map(({ n }) => n));
    expect(column(said, 3, "name")).toEqual([`${start}-0`, `${start}-2002`]);
    expect(column(said, 4, "name")).toEqual([`${start}-last`]);
  });
});

describe("rows that are changed as they were read", () => {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    calls.db.transaction({ mode: "read write", statementTimeout: 5_000, dryRun: true }, work);
  const ids = async (tx: Pick<Tx, "query">, names: readonly string[]): Promise<readonly string[]> =>
    (
      await tx.query<{ id: string }>("select id::text from nd.site where name = any($1) order by name", [
        names,
      ])
    ).map(({ id }) => id);
  const plan = () => {
    const [step] = planSteps(
      [{ idx: "x", name: "nd.site.bulk_update", old: { name: "a" }, new: { title: "x" } }],
      calls.catalogue,
    );
    if (step === undefined) throw new Error("a step is planned");
    return step;
  };

  it("are read again until all are locked, and then nobody else can change them", async () => {
    const names = [fresh("a"), fresh("b"), fresh("c")];
    await execute(names.map((name) => site(name)));
    let reads = 0;
    await inTransaction(async (tx) => {
      const found = await heldRows(plan(), { query: tx }, async () => ({
        result: ++reads,
        ids: await ids(tx, names.slice(0, reads)),
      }));
      // The third reading finds a third row, and only the fourth finds nothing new.
      expect([found.result, reads]).toEqual([4, 4]);
      expect(found.ids).toHaveLength(3);
      const free = await calls.db.query(
        "select name from nd.site where name = any($1) for update skip locked",
        [names],
      );
      expect(free).toEqual([]);
    });
    const free = await calls.db.query(
      "select name from nd.site where name = any($1) for update skip locked",
      [names],
    );
    expect(free).toHaveLength(3);
  });

  it("a selection that changes at each attempt is refused at its step", async () => {
    const names = Array.from({ length: 6 }, () => fresh("s"));
    await execute(names.map((name) => site(name)));
    let reads = 0;
    const read = (tx: Tx) => async () => ({ result: null, ids: await ids(tx, names.slice(0, ++reads)) });
    await inTransaction(async (tx) => {
      await expect(heldRows(plan(), { query: tx }, read(tx))).rejects.toMatchObject({
        fault: "concurrent_change",
        at: { idx: "x", position: 0, name: "nd.site.bulk_update", execution: 0 },
      });
    });
    expect(reads).toBe(5);
  });
});

describe("expressions of a client", () => {
  it("a faulty expression is refused at the step that searches", async () => {
    const faulty = (name: string): SentStep => ({ name, old: { name_regexp: "a{300}" } });
    const at = { idx: "bcd_list", position: 1, name: "nd.bcd.list", execution: 0 };
    for (const steps of [
      [sites({}), faulty("nd.bcd.list")],
      [site(fresh()), faulty("nd.bcd.list")],
      [sites({}), faulty("nd.bcd.list"), ...Array.from({ length: 40 }, () => sites({}))],
    ]) {
      const { fault, at: place } = await execute(steps);
      expect([fault, place]).toEqual(["bad_format", at]);
    }
  });
});

describe("lists of one call", () => {
  it("show the state of one moment, however many lists there are", async () => {
    const name = fresh();
    await execute([site(name)]);
    for (const count of [1, 40, 41]) {
      const { lists = [] } = await execute(Array.from({ length: count }, () => sites({ name })));
      expect(lists.map((list) => list.map((row) => row["name"]))).toEqual(
        Array.from({ length: count }, () => [name]),
      );
    }
    expect((await execute([])).lists).toEqual([]);
  });
});
