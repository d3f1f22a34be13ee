import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { createActorResolver } from "../../server/access/resolve.ts";
import type { Actor } from "../../server/access/actor.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { planSteps } from "../../server/wapi/call/plan.ts";
import { presentWhole } from "../../server/wapi/call/present.ts";
import type { RunContext } from "../../server/wapi/call/context.ts";
import { runPlans } from "../../server/wapi/call/run.ts";
import { streamAnswer } from "../../server/wapi/list/stream.ts";
import { demoWorld, type DemoWorld } from "../support/demo-world.ts";
import { demoToken } from "../support/postgres.ts";
import { textIn, tokenOf } from "../support/small-world.ts";

const catalogue = await loadCatalogue();
const LOGINS = ["ada", "otto", "otto-sub"];
/** Owns some BCDs whole and addresses in others. */
const OF_SPACES = "otto";
let world: DemoWorld;
const actors = new Map<string, Actor>();

beforeAll(async () => {
  world = await demoWorld();
  const resolver = createActorResolver(world.db, catalogue, () => undefined);
  for (const login of LOGINS)
    actors.set(
      login,
      await resolver.actorOf(world.db, login === "otto-sub" ? demoToken(login) : tokenOf(login), null, false),
    );
}, 240_000);

afterAll(() => world.close());

/** The same lists as one text and streamed. */
async function bothWays(login: string, steps: Json, dictMode: boolean): Promise<readonly [Json, Json]> {
  const actor = actors.get(login);
  if (actor === undefined) throw new Error(`no actor ${login}`);
  const context: RunContext = {
    db: world.db,
    catalogue,
    resolver: createActorResolver(world.db, catalogue, () => undefined),
    actor,
    rollsBack: false,
    withTranslations: dictMode,
    steps,
  };
  const plans = planSteps(steps, catalogue);
  const lists = plans.filter((plan) => plan.kind === "list");
  const parts: Buffer[] = [];
  for await (const part of await streamAnswer(lists, dictMode, context)) parts.push(part);
  const short = presentWhole(await runPlans(plans, context), dictMode);
  // Parse boundary: the server writes both texts.
  return [JSON.parse(Buffer.concat(parts).toString("utf8")) as Json, JSON.parse(short) as Json];
}

const TYPES = [...catalogue.types.values()]
  .filter(({ spec, system }) => spec.source !== "objects" && system !== "tmp")
  .map(({ name }) => name);

describe("streamed answers", () => {
  it.each(TYPES)("equal the same answers in one text: %s", async (type) => {
    for (const login of LOGINS) {
      const [streamed, whole] = await bothWays(login, [{ name: `${type}.list` }], false);
      expect(streamed).toEqual(whole);
    }
  });

  it("[API-124] mark each row as own or foreign, also if it is own only through an address space", async () => {
    const [streamed, short] = await bothWays(OF_SPACES, [{ name: "dns.record.list" }], false);
    expect(streamed).toEqual(short);
    // Parse boundary: the server writes one list.
    const [rows = []] = streamed as Row[][];
    const own = rows.flatMap((row) =>
      row["is_own"] === true ? [textIn(row, "gpk").replace("record-", "")] : [],
    );
    const [found] = await world.db.query<{ n: number }>(
      "select count(*)::int as n from dns.record t where t.id = any($1::bigint[]) and t.bcd <> all($2::bigint[])",
      [own, actors.get(OF_SPACES)?.sets.full_bcds ?? []],
    );
    expect(found?.n).toBeGreaterThan(0);
    expect(own.length).toBeLessThan(rows.length);
  });

  it("may have several lists, joined, with translations, by key and in order", async () => {
    const steps = [
      { idx: "own_bcds", name: "nd.bcd.list", old: { is_own: true } },
      { name: "nd.ip_subnet.list", inner_join_ref: { own_bcds: "default" } },
      { name: "nd.site.list" },
      { name: "dns.record.list", old: { fetch_limit: 3 } },
      { name: "nd.vlan.list", anti_join_ref: { own_bcds: "default" } },
    ];
    for (const dictMode of [true, false]) {
      for (const login of LOGINS) {
        const [streamed, whole] = await bothWays(login, steps, dictMode);
        expect(streamed).toEqual(whole);
      }
    }
    const [streamed] = await bothWays("ada", steps, true);
    expect(Object.keys(streamed ?? {})).toContain("__lang_site_list");
  });

  it("contain values unchanged", async () => {
    const odd = `'; drop table nd.bcd; -- \\' $1::text {units} "\u00e4\u2028`;
    const [streamed, whole] = await bothWays(
      "ada",
      [
        {
          name: "nd.bcd.list",
          old: { filter_params_dict: { description: { in: [odd, "x,y", "{a}", ""] } } },
        },
      ],
      false,
    );
    expect(streamed).toEqual(whole);
    await world.db.query("update nd.bcd set description = $1 where id = (select min(id) from nd.bcd)", [odd]);
    const [found, same] = await bothWays("ada", [{ name: "nd.bcd.list", old: { description: odd } }], false);
    expect(found).toEqual(same);
    expect(found).toMatchObject([[{ description: odd }]]);
  });
});

/** Rows of an answer with a single list. */
function onlyList(answer: Json): readonly Json[] {
  const [rows = []] = answer as Json[][];
  return rows;
}

describe("pages of a search", () => {
  beforeAll(async () => {
    await world.db.query(
      `with made as (insert into nd.bcd (name) select 'hit' || lpad(n::text, 4, '0') from generate_series(1, 3000) n returning id),
        numbered as (select id, row_number() over (order by id) n from made)
       insert into nd.bcd2ou (bcd, ou) select id, l.ou from numbered cross join lateral
        (select ou from cntl.mgr2ou l join cntl.mgr m on m.id = l.login_name where m.login_name = 'otto' limit 1) l where n % 40 = 0`,
    );
    await world.db.query("update wapi.rights_epoch set epoch = epoch + 1");
    const resolver = createActorResolver(world.db, catalogue, () => undefined);
    for (const login of LOGINS) {
      const token = login === "otto-sub" ? demoToken(login) : tokenOf(login);
      actors.set(login, await resolver.actorOf(world.db, token, null, false));
    }
  });

  it.each(["hit", "hit00", "hit0040", "40$", "t3", "^hi", "none-such", "(?i)HIT12", "hit|cs"])(
    "are the beginning of the whole list, with few and with many hits: %s",
    async (expression) => {
      for (const login of LOGINS) {
        for (const more of [{}, { is_own: true }]) {
          const old = { name_regexp: expression, ...more };
          const [all] = await bothWays(login, [{ name: "nd.bcd.list", old }], false);
          const paged = { ...old, fetch_limit: 20, fetch_offset: 3 };
          const [page] = await bothWays(login, [{ name: "nd.bcd.list", old: paged }], false);
          expect(onlyList(page)).toEqual(onlyList(all).slice(3, 23));
        }
      }
    },
  );
});
