import type { Row } from "#contract/wire/json";
import { execute, visitOf, type Step, type Visit } from "./court.ts";
import { str, type Facts, type Rows } from "./facts.ts";
import { TYPES, type Moment } from "./gains.ts";
import type { OpenCourt } from "./open.ts";
import { policyOf } from "./oracle.ts";

/** Whether the account has no permission to write, so that all its rights follow from links. */
export function mayOnlyByLinks(moment: Moment, row: Row): boolean {
  const { permissions } = moment.rights(str(row, "login_name"));
  return ![...permissions].some((name) => /\.rw|su_access/.test(name));
}

export function visitAs(court: OpenCourt, facts: Facts, row: Row, wrong: string[]): Visit | null {
  const token = court.own["cntl.wapi_auth"]?.find((one) => one["login_name"] === row["login_name"]);
  if (token === undefined) return null;
  const said = { disagree: (text: string) => wrong.push(text), count: () => undefined };
  return visitOf({ ...court, facts }, { token, su: null, dryRun: false }, said);
}

/** The present world, as its administrator reads it. */
export async function readWorld(court: OpenCourt, admin: Visit): Promise<Rows> {
  const answer = await execute(
    admin,
    TYPES.map((type) => ({ name: `${type}.list` })),
  );
  if ("fault" in answer) throw new Error(`the administrator is refused with ${answer.fault}`);
  const lists = Object.fromEntries(TYPES.map((type, at) => [type, answer.lists[at] ?? []]));
  return { ...court.own, ...lists };
}

export interface Done {
  readonly step: Step;
  readonly row: Row;
}

/** Steps that belong together: helping ones, and one that takes rows of them. */
export type Unit = readonly Step[];

/** Sends each unit in its own call, or all in one call from which refused steps are removed. */
export async function attempt(
  visit: Visit,
  units: readonly Unit[],
  isOneCall: boolean,
): Promise<readonly Done[]> {
  const rows = (sent: Unit, answer: Awaited<ReturnType<typeof execute>>): readonly Done[] =>
    "lists" in answer
      ? sent.flatMap((step, at) => (answer.lists[at] ?? []).map((row) => ({ step, row })))
      : [];
  if (!isOneCall) {
    const done: Done[] = [];
    for (const unit of units) done.push(...rows(unit, await execute(visit, unit)));
    return done;
  }
  let left = units.flat();
  while (left.length > 0) {
    const answer = await execute(visit, left);
    if ("lists" in answer) return rows(left, answer);
    if (answer.position < 0) return [];
    left = left.filter((_, at) => at !== answer.position);
  }
  return [];
}

/** Tokens that the steps returned for accounts to which their sender had no right before. */
export function stolenTokens(before: Moment, login: string, done: readonly Done[]): readonly string[] {
  const may = policyOf("cntl.wapi_auth").create;
  return done
    .filter(({ row }) => typeof row["token"] === "string")
    .filter(({ row }) => before.facts.first("cntl.mgr", "login_name", row["login_name"]) !== undefined)
    .filter(({ row }) => may?.(before.rights(login), row, before.facts) !== true)
    .map(({ row }) => `${login} holds a token of ${str(row, "login_name")}`);
}
