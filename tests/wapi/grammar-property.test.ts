import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { transactions, type DrawnStep } from "../support/grammar/draw.ts";
import { inShort, RANGE_MEMBER, Unequal, written, type Done } from "../support/grammar/write.ts";
import {
  callsOf,
  codeOf,
  detailsOf,
  executorOf,
  rowsOf,
  smallWorld,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";
import { extent, seed } from "../support/extent.ts";

const ROUNDS = extent(100);

let world: SmallWorld;
let execute: SmallWorld["execute"];
beforeAll(async () => {
  world = await smallWorld();
  const { db, catalogue } = world;
  await db.query(
    "insert into nd.site (name, title) values ('s1', 'x'), ('s2', 'y'), ('s3', null), ('s4', 'y')",
  );
  await db.query(
    `insert into nd.bldg (site, number, title) select s.id, n, case n when '1' then 'x' when '2' then 'y' end
     from nd.site s, unnest(array['1', '2', '3']) n where s.name in ('s1', 's2') or (s.name = 's3' and n = '1')`,
  );
  await db.query(
    "insert into nd.room (bldg, name) select b.id, 'r' from nd.bldg b where b.number = '1' or b.title is null",
  );
  execute = callsOf(executorOf(db, catalogue, "rw", { rangeMember: RANGE_MEMBER })).execute;
});
afterAll(() => world.close());

const dry = (steps: readonly SentStep[]): Promise<Said> => execute("ada", steps, { dryRun: true });

/** Without gpks and values that are derived from them, because each call draws new ids. */
function plain(list: readonly Row[]): Json {
  const text = JSON.stringify(list).replaceAll(/"(site|bldg|room)-\d+"/g, '"gpk"');
  return JSON.parse(text) as Json;
}

const SITES = { idx: "s", name: "nd.site.list", old: { name: "s1" } };

it("[API-71] null keeps the rows if the earlier step has any row, and is refused in anti_join_ref", async () => {
  const none = { idx: "none", name: "nd.site.list", old: { name: "not there" } };
  const bldgs = (members: object): SentStep => ({ name: "nd.bldg.list", old: { number: "1" }, ...members });
  const counts = async (members: object): Promise<number> => {
    const said = await dry([SITES, none, bldgs(members)]);
    return rowsOf(said, 2).length;
  };
  expect(await counts({ inner_join_ref: { s: null } })).toBe(3);
  expect(await counts({ inner_join_ref: { s: null, none: null } })).toBe(0);
  expect(await counts({ union_join_ref: { s: null, none: null } })).toBe(3);
  expect(await counts({ union_join_ref: { none: null } })).toBe(0);
  const said = await dry([SITES, bldgs({ anti_join_ref: { s: null } })]);
  expect([codeOf(said), detailsOf(said)]).toMatchObject(["-20900/2", { member: "anti_join_ref" }]);
});

it("[API-72] only references from objects that the account may read keep or drop a row", async () => {
  const reference = "api_fkey_nd_bcd2group_group";
  const kept: string[] = [];
  for (const login of ["ada", "ab1234"]) {
    const said = await execute(login, [
      { name: "nd.bcd2group.list" },
      { name: "cntl.group.list" },
      { name: "cntl.group.list", inner_join_noref: { or: [reference] } },
      { name: "cntl.group.list", anti_join_noref: { and: [reference] } },
    ]);
    const read = rowsOf(said).map((row) => row["group_name"]);
    const [all, inner, anti] = [1, 2, 3].map((list) => rowsOf(said, list).map((row) => row["name"]));
    expect(inner).toEqual(all?.filter((name) => read.includes(name)));
    expect(anti).toEqual(all?.filter((name) => !read.includes(name)));
    kept.push(JSON.stringify(inner));
  }
  expect(new Set(kept).size).toBe(2);
  expect(kept).not.toContain("[]");
});

it("[API-73] the members for rows of equal names are refused beside ref params of the same side", async () => {
  const entry = [{ idx: "s", params: { name: "name" } }];
  const update: SentStep = { name: "nd.site.update", new: { title: "z" }, old_ref_idx: "s" };
  const refused = await dry([SITES, { ...update, old_ref_params: entry }]);
  expect([codeOf(refused), detailsOf(refused)]).toMatchObject(["-20900/2", { member: "old_ref_idx" }]);
  const other = { name: "nd.bldg.create", new: { number: "9" }, new_ref_params: entry, new_ref_idx: "s" };
  expect(detailsOf(await dry([SITES, other]))).toMatchObject({ member: "new_ref_idx" });
  expect(codeOf(await dry([SITES, update]))).toBe("200");
});

it("[API-74] without a name for its member, a range of rows is refused as an unknown member", async () => {
  const step = (range: Json): SentStep => ({
    name: "nd.bldg.list",
    old_ref_params: [{ idx: "s", params: { site: "name" }, [RANGE_MEMBER]: range }],
  });
  const all = { idx: "s", name: "nd.site.list", old: { name_list: ["s1", "s2", "s3"] } };
  const sites = async (range: Json): Promise<readonly unknown[]> => {
    const said = await dry([all, step(range)]);
    return [...new Set(rowsOf(said, 1).map((row) => row["site"]))];
  };
  expect(await sites([0, 2])).toEqual(["s1", "s3"]);
  expect(await sites("[1:]")).toEqual(["s2", "s3"]);
  const said = await world.dry("ada", all, step([0, 2]));
  expect([codeOf(said), detailsOf(said)["member"]]).toEqual(["-20900/2", "old_ref_params"]);
});

const LAST: readonly SentStep[] = [
  { name: "nd.site.list" },
  { name: "nd.bldg.list" },
  { name: "nd.room.list" },
];

/** The fault of a transaction: its code, and number and execution of the refused step. */
interface Refused {
  readonly code: string;
  readonly at: number;
}

interface Shortly {
  /** The transaction, or the part of it before a step that is refused for its shape. */
  readonly drawn: readonly DrawnStep[];
  readonly done: readonly Done[];
  readonly refused: Refused | null;
}

/** The results of the whole grammar, step by step, up to the one that is refused. */
async function shortly(drawn: readonly DrawnStep[]): Promise<Shortly> {
  const sent = drawn.map(inShort);
  const said = await dry([...sent, ...LAST]);
  const at = said.ok ? drawn.length : (said.exception.traceback?.transaction_statement?.position ?? 0);
  const answered = said.ok ? said : await dry(sent.slice(0, at));
  // A wrong shape is reported before any step runs, so an earlier step may be refused too.
  if (!answered.ok) return shortly(drawn.slice(0, at));
  const done = answered.lists.map((list, n): Done => ({ rows: drawn[n]?.rows ?? "site", list }));
  return { drawn, done, refused: said.ok ? null : { code: codeOf(said), at } };
}

/** The same in the old grammar alone. */
async function atLength(
  drawn: readonly DrawnStep[],
  done: readonly Done[],
  upTo: number,
): Promise<{ results: readonly Json[]; last: readonly Json[]; refused: Refused | null }> {
  const steps: SentStep[] = [];
  const owners: { readonly at: number; readonly isResult: boolean }[] = [];
  let unequal: Refused | null = null;
  for (const [at, one] of drawn.slice(0, upTo + 1).entries()) {
    try {
      const made = written(one, at, done, world.catalogue);
      steps.push(...made.helpers, ...made.steps);
      owners.push(
        ...made.helpers.map(() => ({ at, isResult: false })),
        ...made.steps.map(() => ({ at, isResult: true })),
      );
    } catch (error) {
      if (!(error instanceof Unequal)) throw error;
      unequal = { code: "-20900/2", at };
      break;
    }
  }
  const said = await execute("ada", [...steps, ...LAST], { dryRun: true });
  if (!said.ok) {
    const position = said.exception.traceback?.transaction_statement?.position ?? 0;
    return { results: [], last: [], refused: { code: codeOf(said), at: owners[position]?.at ?? -1 } };
  }
  const results = drawn.slice(0, Math.min(upTo + 1, drawn.length)).map((one, at) => {
    const rows = said.lists.filter((_, n) => owners[n]?.at === at && owners[n].isResult).flat();
    const isOnce = one.fn === "list" && one.rows !== "table";
    return plain(isOnce ? [...new Map(rows.map((row) => [row["gpk"], row])).values()] : rows);
  });
  return { results, last: said.lists.slice(steps.length).map(plain), refused: unequal };
}

describe("the whole grammar of transactions", () => {
  it(
    `[API-71] [API-72] [API-73] [API-74] ${String(ROUNDS)} random transactions have the same result as their long form`,
    async () => {
      const tally = { applied: 0, refused: 0, steps: 0 };
      await fc.assert(
        fc.asyncProperty(transactions, async (whole) => {
          const { drawn, done, refused } = await shortly(whole);
          const upTo = refused?.at ?? drawn.length;
          const long = await atLength(drawn, done, upTo);
          expect(long.refused).toEqual(refused);
          if (refused !== null) {
            tally.refused += 1;
            return;
          }
          expect(done.slice(0, drawn.length).map(({ list }) => plain(list))).toEqual(long.results);
          expect(done.slice(drawn.length).map(({ list }) => plain(list))).toEqual(long.last);
          tally.applied += 1;
          tally.steps += drawn.length;
        }),
        { numRuns: ROUNDS, seed: seed(7) },
      );
      process.stdout.write(`${JSON.stringify(tally)}\n`);
      expect(tally.applied).toBeGreaterThan(ROUNDS / 4);
      expect(tally.refused).toBeGreaterThan(3);
    },
    120_000 + ROUNDS * 400,
  );
});
