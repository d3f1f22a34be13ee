import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Execute } from "#contract/wire/outcome";
import { effectsOf } from "#core/txlist/effects";
import { exportList, importList } from "#core/txlist/file";
import { items } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import type { Run } from "#core/txlist/run";
import { createApp } from "../../server/app.ts";
import { createMemoryLog } from "../../src/state/command-log.ts";
import { createTransactionList, type TransactionList } from "../../src/state/txlist.ts";
import { anyElements, detours, passingElements } from "../support/planned-lists.ts";
import { random } from "../support/random.ts";
import { plant, type Plant } from "../support/plant.ts";
import { tokenOf } from "../support/small-world.ts";
import { extent, seed } from "../support/extent.ts";

const LISTS = extent(400);
const STEPS = 500;
const HOUR = 3_600_000;

let world: Plant;
let ports: readonly string[];
let executeAs: (login: string) => Execute;
beforeAll(async () => {
  world = await plant();
  const [module = ""] = await world.modules([{ name: "panel", room_gfk: world.room }]);
  ports = await world.ports(Array.from({ length: 12 }, (_, at) => [module, `p${String(at)}`]));
  const log = (text: string): void => console.error(text);
  const app = createApp({ db: world.db, catalogue: world.catalogue, accessMode: "rw", log });
  executeAs = (login) => app.executeAs(tokenOf(login));
});
afterAll(() => world.close());

async function listOf(login: string): Promise<TransactionList> {
  const list = createTransactionList({
    execute: executeAs(login),
    log: createMemoryLog(),
    progress: () => Promise.resolve(null),
    onLost: () => undefined,
    isOnline: () => true,
  });
  await list.open(login);
  return list;
}

const planned = (list: TransactionList): readonly Planned[] => items(list.state.history);

function uuids(): () => string {
  let last = 0;
  return () => `00000000-0000-4000-8000-${String(last++).padStart(12, "0")}`;
}

/** The result without parts that differ between two runs: numbers of rows, and times. */
function verdictOf(run: Run): unknown {
  if (run.phase === "error") return { failed: run.failed, fault: run.fault };
  return run.phase === "success" ? "passed" : run.phase;
}

/** Changed objects of the newest transaction, in the order of its log. */
async function logged(): Promise<readonly string[]> {
  const rows = await world.db.query<{ what: string }>(
    `select object_fq_name || ' ' || "function" || ' ' || object_title what from wapi.change_log
     where transaction_gfk = (select max(id) from wapi.transaction) order by position`,
  );
  return rows.map(({ what }) => what);
}

function foreseen(run: Run): readonly string[] {
  if (run.phase !== "success") return [];
  const effects = effectsOf(run.sent, run.results);
  return run.sent.flatMap(({ uuid }) =>
    (effects?.get(uuid) ?? []).map((one) => `${one.object} ${one.function} ${one.title}`),
  );
}

describe("a list of planned changes", () => {
  it(
    `[TA-17] [TA-18] [TA-46] [TA-47] ${String(STEPS)} mixed elements survive undo, redo, export, import, test and apply`,
    { timeout: HOUR },
    async () => {
      const list = await listOf("ada");
      const newUuid = uuids();
      const rng = random(4711);
      const elements = passingElements(rng, STEPS, newUuid);
      const states: (readonly Planned[])[] = [planned(list)];
      for (const command of detours(rng, elements, newUuid)) {
        list.submit(command);
        states.push(planned(list));
      }
      expect(planned(list)).toEqual(elements);
      for (const state of states.slice(0, -1).toReversed()) {
        list.undo();
        expect(planned(list)).toEqual(state);
      }
      for (const state of states.slice(1)) {
        list.redo();
        expect(planned(list)).toEqual(state);
      }

      const file = exportList(planned(list), "ada", new Date(0));
      const imported = importList(file, newUuid);
      if (!imported.ok) throw new Error("the exported list was not taken");
      list.submit({ kind: "clear" });
      list.submit({ kind: "import", items: imported.items });
      expect(planned(list)).toEqual(elements);

      const before = await world.db.query("select * from nd.site");
      expect(verdictOf(await list.run("test"))).toBe("passed");
      expect(await world.db.query("select * from nd.site")).toEqual(before);
      expect(planned(list)).toHaveLength(STEPS);
      expect(verdictOf(await list.run("apply"))).toBe("passed");
      expect(planned(list)).toEqual([]);
      expect((await world.db.query("select 1 from nd.site")).length).toBeGreaterThan(10);
    },
  );

  it(
    `[TA-46] [TA-47] in ${String(LISTS)} random lists a test has the result of an apply, and shows which objects change`,
    { timeout: HOUR },
    async () => {
      const newUuid = uuids();
      const rng = random(seed(815));
      const lists = [await listOf("ada"), await listOf("ada"), await listOf("ada"), await listOf("ab1234")];
      const verdicts = { success: 0, error: 0 };
      for (let at = 0; at < LISTS; at++) {
        const list = lists[rng(lists.length)];
        if (list === undefined) continue;
        list.submit({ kind: "import", items: anyElements(rng, newUuid, ports) });
        const text = JSON.stringify(planned(list), null, 1);
        const test = await list.run("test");
        const apply = await list.run("apply");
        expect({ text, verdict: verdictOf(apply) }).toEqual({ text, verdict: verdictOf(test) });
        if (apply.phase === "success" || apply.phase === "error") verdicts[apply.phase]++;
        const changed = foreseen(test);
        if (changed.length > 0) expect({ text, changed: await logged() }).toEqual({ text, changed });
      }
      // Both results must occur often, otherwise the comparison proves little.
      expect(Math.min(verdicts.success, verdicts.error)).toBeGreaterThan(LISTS / 10);
    },
  );
});
