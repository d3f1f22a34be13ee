import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import type { ActorResolver } from "../../server/access/resolve.ts";
import { Refusal } from "../../server/faults.ts";
import { runEach } from "../../server/wapi/call/in-order.ts";
import type { RunContext } from "../../server/wapi/call/context.ts";
import { planSteps } from "../../server/wapi/call/plan.ts";
import { presentWhole } from "../../server/wapi/call/present.ts";
import { runOrStream } from "../../server/wapi/call/run.ts";
import { openPark, visitor, type Park } from "../support/park.ts";
import { random } from "../support/random.ts";

let park: Park;
const resolver: ActorResolver = {
  actorOf: () => Promise.resolve(visitor([])),
  renewed: (_query, actor) => Promise.resolve(actor),
};

beforeAll(async () => {
  park = await openPark();
}, 120_000);
afterAll(() => park.close());

function contextOf(steps: Json, dictMode: boolean): RunContext {
  const { db, catalogue } = park;
  const actor = visitor([], ["park.ro:plant"]);
  return { db, catalogue, resolver, actor, rollsBack: false, withTranslations: dictMode, steps };
}

/** The body of the answer, and whether it came in parts. */
async function answered(steps: Json, dictMode: boolean): Promise<{ text: string; isStream: boolean }> {
  const outcome = await runOrStream(planSteps(steps, park.catalogue), dictMode, contextOf(steps, dictMode));
  if (outcome.kind === "results") return { text: presentWhole(outcome.results, dictMode), isStream: false };
  const parts: Buffer[] = [];
  for await (const part of outcome.texts) parts.push(part);
  return { text: Buffer.concat(parts).toString(), isStream: true };
}

/** The same by one statement for each step. */
async function oneByOne(steps: Json, dictMode: boolean): Promise<string> {
  const context = contextOf(steps, dictMode);
  const options = { mode: "read only", statementTimeout: 60_000, dryRun: false } as const;
  const plans = planSteps(steps, park.catalogue);
  return presentWhole(await park.db.transaction(options, (tx) => runEach(plans, tx, context)), dictMode);
}

const parsed = (text: string): unknown => JSON.parse(text);
/** Steps as they come over the wire. */
const wired = (steps: readonly object[]): Json => JSON.parse(JSON.stringify(steps)) as Json;
const areas = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ idx: `a${String(at)}`, name: "park.area.list" }));

describe("more lists than one statement holds", () => {
  it("answer like one statement for each, joined to any earlier list", async () => {
    const below = random(11);
    const steps = Array.from({ length: 130 }, (_, at): Json => {
      const name = at % 3 === 0 ? "park.area.list" : "park.plant.list";
      const back = 3 * below(Math.max(1, Math.ceil(at / 3)));
      const joins =
        at % 3 !== 0 && below(2) === 0
          ? { inner_join_ref: { [`s${String(back)}`]: "api_fkey_park_plant_area" } }
          : {};
      return { idx: `s${String(at)}`, name, ...joins };
    });
    for (const dictMode of [true, false]) {
      const { text, isStream } = await answered(steps, dictMode);
      expect(isStream).toBe(false);
      expect(parsed(text)).toEqual(parsed(await oneByOne(steps, dictMode)));
    }
  });

  it("a chain of joins over all of them is answered", async () => {
    const steps = Array.from({ length: 130 }, (_, at): Json => {
      const before = at === 0 ? {} : { inner_join_ref: { [`s${String(at - 1)}`]: "self" } };
      return { idx: `s${String(at)}`, name: "park.area.list", ...before };
    });
    expect(parsed((await answered(steps, true)).text)).toEqual(parsed(await oneByOne(steps, true)));
  });

  it("a faulty expression in the last of them is refused before the first byte", async () => {
    const steps = [...areas(90), { name: "park.area.list", old: { name_regexp: "(" } }];
    await expect(answered(wired(steps), true)).rejects.toMatchObject({
      fault: "bad_format",
    });
  });
});

describe("[API-78] long answers of many lists", () => {
  const one = (idx: string): object => ({ idx, name: "park.area.list", old: { fetch_limit: 1 } });
  const short = (count: number): readonly object[] =>
    Array.from({ length: count }, (_, at) => one(`a${String(at)}`));
  beforeAll(async () => {
    await park.db.query(
      "insert into park.area (name) select 'a' || lpad(i::text, 5, '0') from generate_series(1, 12345) i",
    );
    await park.db.query(
      `insert into park.plant (area, number, text)
         select (select min(id) from park.area), 1000 + i, repeat('t', 40000) from generate_series(1, 150) i`,
    );
  });

  it.each([true, false])("are sent in parts with all rows of all lists, by key: %s", async (dictMode) => {
    const long = { idx: "long", name: "park.area.list" };
    const { text, isStream } = await answered(wired([...short(42), long, one("last")]), dictMode);
    expect(isStream).toBe(true);
    const lists = parsed(text) as Readonly<Record<string, readonly Row[]>>;
    const [row] = await park.db.query<{ count: number }>("select count(*)::int count from park.area");
    const counts = Object.values(lists).map((rows) => rows.length);
    expect(counts).toEqual([...Array.from({ length: 42 }, () => 1), row?.count, 1]);
  });

  it.each([
    ["more lists than one statement holds", 45],
    ["fewer", 5],
  ])("are sent in parts if all lists together are long: %s", async (_, count) => {
    const large = ["b", "c"].map((idx) => ({ idx, name: "park.plant.list", old: { fetch_limit: 150 } }));
    const { text, isStream } = await answered(wired([...short(count), ...large]), true);
    expect(isStream).toBe(true);
    const lists = parsed(text) as Readonly<Record<string, readonly Row[]>>;
    expect([lists["b"]?.length, lists["c"]?.length]).toEqual([150, 150]);
    expect(lists["b"]).toEqual(lists["c"]);
  });

  it("release the connection if the reader leaves", async () => {
    const steps = wired([...short(42), { idx: "long", name: "park.area.list" }]);
    for (let round = 0; round < 12; round++) {
      const outcome = await runOrStream(planSteps(steps, park.catalogue), true, contextOf(steps, true));
      if (outcome.kind !== "stream") throw new Error("not in parts");
      for await (const part of outcome.texts) {
        expect(part.length).toBeGreaterThan(0);
        break;
      }
    }
    expect((await answered(wired([one("a")]), false)).text).toContain("gpk");
  });
});

describe("[API-78] rows that a call has to keep", () => {
  it("are limited in number if other steps take parameters from them", async () => {
    const steps = JSON.parse(
      JSON.stringify([
        { idx: "a", name: "park.area.list" },
        { name: "park.plant.list", old_ref_params: [{ idx: "a", params: { area: "name" } }] },
      ]),
    ) as Json;
    const plans = planSteps(steps, park.catalogue);
    const kept = { left: () => 1_000, again: () => undefined, take: () => Promise.resolve() };
    const refused: unknown = await runOrStream(plans, true, { ...contextOf(steps, true), kept }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ fault: "too_much_kept" });
  });
});
