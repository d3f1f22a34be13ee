import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPool } from "../../server/db/pool.ts";
import { startShortening, shortenLog } from "../../server/http/shorten-log.ts";
import { openProduct } from "../../server/open.ts";
import { random } from "../support/random.ts";
import { codeOf, rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;

beforeAll(async () => {
  world = await smallWorld();
}, 120_000);

afterAll(() => world.close());

const MONTHS = 12;
/** Age of entries that are too old, and of the oldest one, in months. */
const [OLD, OLDEST] = [13, 40];

interface Entry {
  readonly id: string;
  readonly object: string;
  readonly type: string;
  readonly function: string;
  readonly transaction: string;
  readonly isOld: boolean;
}

const entries = async (): Promise<readonly Entry[]> =>
  world.db.query<Entry>(
    `select id, object_gfk as object, object_fq_name as type, "function", transaction_gfk as transaction, ts < date_trunc('day', now() at time zone 'utc') at time zone 'utc' - make_interval(months => $1) as "isOld"
     from wapi.change_log order by id`,
    [MONTHS],
  );

/** Everything in the log becomes older by this number of months. */
async function aged(months: number): Promise<void> {
  for (const table of ["wapi.change_log", "wapi.transaction"])
    await world.db.query(`update ${table} set ts = ts - make_interval(months => $1)`, [months]);
}

/** Shortens the log until nothing is left to remove; answers the number of pieces. */
async function shortened(): Promise<number> {
  let pieces = 0;
  while (await shortenLog(world.db, world.catalogue, MONTHS)) pieces++;
  return pieces;
}

async function apply(...steps: readonly SentStep[]): Promise<void> {
  const said = await world.execute("ada", steps);
  if (!said.ok) throw new Error(JSON.stringify(said.exception));
}

/** Random changes of 200 objects and accounts from the oldest age until now, five in a transaction. */
async function randomChanges(count: number): Promise<void> {
  const next = random(7);
  const objects = new Map<number, { readonly gpk: string; isThere: boolean }>();
  const [transactions, rows]: [object[], object[]] = [[], []];
  for (let at = 0; at < count; at++) {
    const slot = next(200);
    const [type, prefix] = slot < 20 ? ["cntl.mgr", "mgr"] : ["dns.record", "rec"];
    const found = objects.get(slot);
    const isNew = found?.isThere !== true;
    const object = isNew ? { gpk: `${prefix}-${String(9_000_000 + at)}`, isThere: true } : found;
    const goes = !isNew && next(6) === 0;
    objects.set(slot, { ...object, isThere: !goes });
    const [id, days] = [1_000_000 + Math.floor(at / 5), OLDEST * 30 * (1 - Math.floor(at / 5) / (count / 5))];
    if (at % 5 === 0) transactions.push({ id, days });
    const fn = isNew ? "create" : goes ? "delete" : "update";
    rows.push({ id, position: at % 5, days, type, object: object.gpk, function: fn, at });
  }
  await world.db.query(
    `with t as (insert into wapi.transaction (id, ts, actor_login_name, login_name, step_count, steps) overriding system value
       select id, now() - days * interval '1 day', 'ada', 'ada', 5, '[{"name": "x"}]' from json_to_recordset($1) i(id bigint, days float) returning id)
     insert into wapi.change_log (transaction_gfk, position, ts, actor_login_name, login_name, object_fq_name, object_gfk, object_title, "function", new)
     select i.id, position, now() - days * interval '1 day', 'ada', 'ada', type, object, object, "function", json_build_object('at', at)
     from json_to_recordset($2) i(id bigint, position int, days float, type text, object text, "function" text, at int) order by at`,
    [JSON.stringify(transactions), JSON.stringify(rows)],
  );
}

/**
 * The remaining entries, computed in another way: of the old entries of an object the last one, and the first one of an account, unless it was
 * deleted then.
 */
function left(all: readonly Entry[]): readonly string[] {
  const byObject = Map.groupBy(all, ({ object }) => object);
  const kept = [...byObject.values()].flatMap((of) => {
    const old = of.filter(({ isOld }) => isOld);
    const last = old.at(-1);
    const first = old.filter((one) => one.type === "cntl.mgr" && one.function === "create");
    return [
      ...(last === undefined || last.function === "delete" ? [] : [...first, last]),
      ...of.filter(({ isOld }) => !isOld),
    ];
  });
  return [...new Set(kept.map(({ id }) => id))].sort((a, b) => Number(a) - Number(b));
}

describe("a log that keeps entries for some months", () => {
  it("[OPER-75] loses older entries except the last one of each object, and records that have no entry left", async () => {
    await aged(OLDEST + 1);
    await randomChanges(4_000);
    const before = await entries();
    expect(await shortened()).toBeGreaterThan(2);
    const after = await entries();
    expect(after.map(({ id }) => id)).toEqual(left(before));
    expect(before.length - after.length).toBeGreaterThan(1_000);
    const records = await world.db.query<{ id: string; steps: boolean }>(
      "select id, steps is not null as steps from wapi.transaction order by id",
    );
    expect(records.map(({ id }) => id)).toEqual(
      [...new Set(after.map(({ transaction }) => transaction))].sort((a, b) => Number(a) - Number(b)),
    );
    // Steps hold the values of all entries, so they go with the first of these.
    const lost = Map.groupBy(before, ({ transaction }) => transaction);
    const whole = Map.groupBy(after, ({ transaction }) => transaction);
    const isWhole = (id: string): boolean => whole.get(id)?.length === lost.get(id)?.length;
    expect(records.filter(({ steps }) => steps).map(({ id }) => id)).toEqual(
      records.map(({ id }) => id).filter(isWhole),
    );
    expect(await shortened()).toBe(0);
  }, 60_000);

  it("[OPER-75] loses more as time passes, and a change of today does not remove the state of earlier years", async () => {
    await apply({ name: "cntl.group.create", new: { name: "short-a" } });
    await apply({ name: "cntl.group.update", old: { name: "short-a" }, new: { name: "short-b" } });
    await aged(OLD);
    await shortened();
    await apply({ name: "cntl.group.update", old: { name: "short-b" }, new: { name: "short-c" } });
    await shortened();
    const titles = async () =>
      world.db.query(
        `select "function", old ->> 'name' as old, new ->> 'name' as new from wapi.change_log
          where coalesce(new, old) ->> 'name' like 'short-%' order by id`,
      );
    const second = { function: "update", old: "short-b", new: "short-c" };
    expect(await titles()).toEqual([{ function: "update", old: "short-a", new: "short-b" }, second]);
    await aged(OLD);
    await shortened();
    expect(await titles()).toEqual([second]);
    await apply({ name: "cntl.group.delete", old: { name: "short-c" } });
    await aged(OLD);
    await shortened();
    expect(await titles()).toEqual([]);
  });

  it("[OPER-76] says at each entry whether earlier entries may have been removed", async () => {
    await apply({ name: "cntl.group.create", new: { name: "told-a" } });
    await apply({ name: "cntl.group.update", old: { name: "told-a" }, new: { name: "told-b" } });
    await aged(OLD);
    await apply({ name: "cntl.group.update", old: { name: "told-b" }, new: { name: "told-c" } });
    const told = async () => {
      const said = await world.execute("ada", [
        { idx: "group", name: "cntl.group.list", old: { name: "told-c" } },
        {
          name: "wapi.change_log.list",
          old: { sorting_params_list: ["gpk"] },
          inner_join_ref: { group: "api_func_wapi_change_log_object_gfk" },
        },
      ]);
      return rowsOf(said, 1).map((row) => [row["object_title"], row["is_shortened"]]);
    };
    await shortened();
    expect(await told()).toEqual([
      ["told-b", true],
      ["told-c", false],
    ]);
  });

  it("[OPER-75] keeps the entries of an account private: a name that is given again shows nothing of its former owner", async () => {
    const svc = (login: string): SentStep => ({
      name: "cntl.mgr.create",
      new: { ou: "KIT::SCC", is_svc: true, svc_id: login },
    });
    await apply(svc("twice"));
    const [made] = await world.db.query<{ login: string; id: string }>(
      "select login_name as login, id from cntl.mgr where svc_id = 'twice'",
    );
    await apply({
      name: "cntl.mgr.update",
      old: { login_name: made?.login ?? "" },
      new: { description: "x" },
    });
    await aged(OLD);
    await shortened();
    const kept = await world.db.query(
      `select "function" from wapi.change_log where object_gfk = $1 order by id`,
      [`mgr-${made?.id ?? ""}`],
    );
    expect(kept).toEqual([{ function: "create" }, { function: "update" }]);
  });
});

describe("while calls run", () => {
  it("[OPER-77] one process at a time removes entries, and the others continue at once", async () => {
    await apply({ name: "cntl.group.create", new: { name: "held" } });
    await apply({ name: "cntl.group.delete", old: { name: "held" } });
    await aged(OLD);
    const other = createPool({ connectionString: world.url }, 2);
    const writing = { mode: "read write", statementTimeout: 10_000 } as const;
    await other.transaction(writing, async (tx) => {
      await tx.query("select from netportal.log_removed for update");
      expect(await shortenLog(world.db, world.catalogue, MONTHS)).toBe(false);
    });
    expect(await shortened()).toBe(1);
    await other.close();
  });

  it("[OPER-77] a part of the removal locks nothing that a call needs", async () => {
    await apply({ name: "cntl.group.create", new: { name: "busy" } });
    await apply({ name: "cntl.group.update", old: { name: "busy" }, new: { name: "busier" } });
    await aged(OLD);
    const before = await entries();
    // The piece waits in the middle of its work for a row that another transaction has locked.
    const [first] = before.filter(({ isOld }) => isOld).slice(-2);
    const holder = createPool({ connectionString: world.url }, 2);
    const writing = { mode: "read write", statementTimeout: 20_000 } as const;
    let piece: Promise<number> = Promise.resolve(0);
    await holder.transaction(writing, async (tx) => {
      await tx.query("select from wapi.transaction where id = $1 for update", [first?.transaction]);
      piece = shortened();
      const waits =
        "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      while ((await holder.query(waits)).length === 0) await new Promise((done) => setTimeout(done, 5));
      await apply({ name: "cntl.group.update", old: { name: "busier" }, new: { name: "busiest" } });
      expect(
        codeOf(await world.execute("ada", [{ name: "wapi.change_log.list", old: { fetch_limit: 5 } }])),
      ).toBe("200");
      const locks = await holder.query<{ mode: string }>(
        // Without those of autovacuum, which come and go by themselves.
        `select distinct mode from pg_locks join pg_stat_activity using (pid)
          where relation = 'wapi.change_log'::regclass and backend_type = 'client backend'
            and mode not in ('AccessShareLock', 'RowShareLock')`,
      );
      expect(locks).toEqual([{ mode: "RowExclusiveLock" }]);
    });
    expect(await piece).toBe(1);
    await holder.close();
  });

  it("[OPER-75] without a setting, and after an upgrade, the log keeps every entry", async () => {
    await apply({ name: "cntl.group.create", new: { name: "ever" } });
    await apply({ name: "cntl.group.delete", old: { name: "ever" } });
    await aged(OLDEST);
    const before = await entries();
    // As an earlier version left it.
    await world.db.query("drop table netportal.log_removed");
    await world.db.query("update netportal.definition set hash = 'earlier'");
    const { db } = await openProduct({ databaseUrl: world.url, dataFolder: "" });
    const { catalogue } = world;
    const shortening = startShortening({ db, catalogue, months: null, log: () => undefined });
    shortening.wake();
    await shortening.stop();
    expect(await entries()).toEqual(before);
    const told = await world.execute("ada", [{ name: "wapi.change_log.list", old: { is_shortened: true } }]);
    expect(rowsOf(told)).toEqual([]);
    await db.close();
  }, 60_000);
});
