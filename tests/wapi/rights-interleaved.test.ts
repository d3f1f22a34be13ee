import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { extent, seed } from "../support/extent.ts";
import type { HttpWorld } from "../support/http-server.ts";
import { paused } from "../support/paused-database.ts";
import { changeOf, rowsAfter } from "../support/rights-oracle/changes.ts";
import { execute, visitOf, type Step, type Visit } from "../support/rights-oracle/court.ts";
import { str, type Rows } from "../support/rights-oracle/facts.ts";
import { LISTED, placed, saidOf, stateOf, type Sent, type State } from "../support/rights-oracle/moments.ts";
import { openCourt, type OpenCourt } from "../support/rights-oracle/open.ts";
import { createRandom, type Random } from "../support/rights-oracle/random.ts";
import { secondProcess } from "../support/second-process.ts";

/** Duration of the search in seconds. */
const SECONDS = extent(8);
const SEED = seed(815);
const EPISODES_IN_A_WORLD = 60;
const PAUSE_MS = 40;

const catalogue = await loadCatalogue();

interface Tally {
  episodes: number;
  changes: number;
  calls: number;
  /** Calls that ran at the same time as a change. */
  beside: number;
  /** Calls whose answer does not fit any of the possible moments. */
  decided: number;
  rows: number;
  refused: number;
  readonly wrong: string[];
}

/** Both processes, and the changes of an episode. */
interface Stage {
  readonly court: OpenCourt;
  readonly processes: readonly HttpWorld[];
  readonly admin: Row;
  readonly random: Random;
  readonly tally: Tally;
  readonly brake: Brake;
  rows: Rows;
}

/** Holds up the second process at random. */
interface Brake {
  isOn: boolean;
  /** Resolves at the next answer to a change. */
  changed: PromiseWithResolvers<void>;
}

function visitAt(stage: Stage, process: number, token: Row): Visit {
  const http = stage.processes[process] ?? stage.court.http;
  const said = { disagree: (text: string) => stage.tally.wrong.push(text), count: () => undefined };
  return visitOf({ ...stage.court, http }, { token, su: null, dryRun: false }, said);
}

/** One administrator changes rights at one process, while two accounts call the other; in the end both call both. */
async function episode(stage: Stage): Promise<void> {
  const { court, random, tally } = stage;
  const tokens = (stage.rows["cntl.wapi_auth"] ?? []).filter(
    ({ login_name: login }) => login !== null && login !== "m1",
  );
  const callers = random.some(tokens, 2);
  const logins = callers.map((token) => str(token, "login_name"));
  const states: State[] = [stateOf(court, stage.rows)];
  const calls: Sent[] = [];
  const clock = { now: 0, begun: 0 };
  // Only the second process can be held up.
  const where = random.chance(75) ? 0 : 1;

  const change = async (): Promise<void> => {
    for (let left = 1 + random.below(3); left > 0; left--) {
      await sleep(random.below(15));
      const steps = changeOf(states.at(-1)?.facts ?? court.facts, logins, random);
      clock.begun++;
      const answer = await execute(visitAt(stage, where, stage.admin), steps);
      if ("lists" in answer) {
        stage.rows = rowsAfter(stage.rows, steps, answer.lists);
        tally.changes++;
      }
      states.push(stateOf(court, stage.rows));
      stage.brake.changed.resolve();
      stage.brake.changed = Promise.withResolvers();
    }
  };
  const call = async (process: number, token: Row): Promise<void> => {
    const steps = callOf(states[0], random);
    const [begin, earliest] = [clock.now++, states.length - 1];
    const said = saidOf(steps, await execute(visitAt(stage, process, token), steps));
    calls.push({ token, steps, begin, end: clock.now++, earliest, latest: clock.begun, said });
  };
  const client = async (token: Row): Promise<void> => {
    for (let left = 2 + random.below(3); left > 0; left--) {
      await sleep(random.below(10));
      await call(1 - where, token);
    }
  };
  stage.brake.isOn = where === 0 && random.chance(80);
  await Promise.all([change(), ...callers.map(client)]);
  stage.brake.isOn = false;
  for (const token of callers) for (const process of [0, 1]) await call(process, token);
  judge(states, calls, tally);
}

/** Lists, or up to two writing steps that change nothing from which rights follow. */
function callOf(state: State | undefined, random: Random): readonly Step[] {
  if (random.chance(35))
    return random.some(state?.facts.all("nd.bcd") ?? [], 2).map((row) => ({
      name: "nd.bcd.update",
      old: { name: row["name"] ?? null },
      new: { description: `d${String(random.below(9))}` },
    }));
  return random.some(LISTED, 4).map((type) => ({ name: `${type}.list` }));
}

function judge(states: readonly State[], calls: readonly Sent[], tally: Tally): void {
  const { failed } = placed(states, calls);
  tally.episodes++;
  for (const call of calls) {
    tally.calls++;
    tally.rows += call.said.split(/ |\n/).length;
    if (call.said.startsWith("-")) tally.refused++;
    if (call.earliest === call.latest) continue;
    tally.beside++;
    const beside = states.slice(call.earliest, call.latest + 1);
    if (beside.some((state) => state.expected(call) !== call.said)) tally.decided++;
  }
  if (failed === null) return;
  const { token, steps, earliest, latest, said } = failed;
  tally.wrong.push(
    `${str(token, "~user_name")} ${JSON.stringify(steps)} between ${String(earliest)} and ${String(latest)} of ${String(states.length - 1)} is\n${said}\nand should be one of\n${states.map((state) => state.expected(failed)).join("\n")}`,
  );
}

async function inWorld(number: number, tally: Tally, isOver: () => boolean): Promise<void> {
  const court = await openCourt(catalogue, number);
  const random = createRandom(number);
  const late = createRandom(number + 1);
  const brake: Brake = { isOn: false, changed: Promise.withResolvers() };
  const pause = async (): Promise<void> => {
    if (brake.isOn && late.chance(35)) await Promise.race([brake.changed.promise, sleep(PAUSE_MS)]);
  };
  const other = await secondProcess(court.http, (db) => paused(db, pause));
  const [admin = {}] = court.own["cntl.wapi_auth"] ?? [];
  const stage: Stage = {
    court,
    processes: [court.http, other],
    admin,
    random,
    tally,
    brake,
    rows: court.own,
  };
  for (let n = 0; n < EPISODES_IN_A_WORLD && !isOver() && tally.wrong.length === 0; n++) await episode(stage);
  await other.close();
  await court.http.close();
}

describe("rights that change while others call", () => {
  it(
    `[PERM-28] [PERM-22] ${String(SECONDS)} s of random calls: every answer of two processes has the state of one moment, and none is older than an earlier answer`,
    async () => {
      const tally: Tally = {
        episodes: 0,
        changes: 0,
        calls: 0,
        beside: 0,
        decided: 0,
        rows: 0,
        refused: 0,
        wrong: [],
      };
      const end = Date.now() + SECONDS * 1000;
      // Even a slow machine has to find calls that only one order explains, otherwise the search proves nothing.
      const isOver = (): boolean => Date.now() > end && tally.decided > 5;
      for (let world = SEED; !isOver() && tally.wrong.length === 0; world++)
        await inWorld(world, tally, isOver);
      const { wrong, ...figures } = tally;
      process.stdout.write(`${JSON.stringify(figures)}\n`);
      expect(wrong).toEqual([]);
      expect(tally.refused).toBeGreaterThan(0);
    },
    SECONDS * 1000 + 90_000,
  );
});
