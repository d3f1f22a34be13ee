import type { Row } from "#contract/wire/json";
import { identity, visitOf, type Answer, type Court, type Step, type Visit } from "./court.ts";
import { factsOf, str, type Facts, type Rows } from "./facts.ts";
import { owns, sees, verdict } from "./oracle.ts";
import { isLocked } from "./rights.ts";

/** A call that was sent while rights changed. */
export interface Sent {
  readonly token: Row;
  readonly steps: readonly Step[];
  /** Order of its begin and end among all begins and ends. */
  readonly begin: number;
  readonly end: number;
  /** Number of changes that were answered when it began, and that had begun when it ended. */
  readonly earliest: number;
  readonly latest: number;
  readonly said: string;
}

/** The world after some of the changes. */
export interface State {
  readonly facts: Facts;
  readonly expected: (sent: Sent) => string;
}

/** The types that calls list. */
export const LISTED = [
  "cntl.mgr",
  "cntl.mgr2group",
  "cntl.group",
  "nd.bcd",
  "nd.bcd2group",
  "nd.ip_subnet",
  "dns.fqdn",
  "dns.fqdn2group",
] as const;

export function stateOf(court: Court & { readonly served: Rows }, rows: Rows): State {
  const all: Record<string, readonly Row[]> = { ...court.served };
  for (const [type, list] of Object.entries(rows)) all[type] = [...(court.served[type] ?? []), ...list];
  const facts = factsOf(all);
  const known: Known = { visits: new Map(), lists: new Map(), answers: new Map() };
  return {
    facts,
    expected(sent) {
      const answer = known.answers.get(sent) ?? expectedOf(court, facts, sent, known);
      known.answers.set(sent, answer);
      return answer;
    },
  };
}

/** Results for a state, because rights take long to compute. */
interface Known {
  readonly visits: Map<Row, Visit>;
  readonly lists: Map<string, string>;
  readonly answers: Map<Sent, string>;
}

/** The expected answer of a call in this world: its lists as texts, or the fault. */
function expectedOf(court: Court, facts: Facts, { token, steps }: Sent, known: Known): string {
  const now = facts.first("cntl.wapi_auth", "gpk", token["gpk"]);
  if (now === undefined) return "-20001/3";
  const account = facts.first("cntl.mgr", "login_name", token["login_name"]);
  if (account !== undefined && isLocked(facts, account)) return "-20010/4";
  const said = { disagree: () => undefined, count: () => undefined };
  const visit =
    known.visits.get(token) ?? visitOf({ ...court, facts }, { token, su: null, dryRun: false }, said);
  known.visits.set(token, visit);
  for (const step of steps.filter(({ name }) => name.endsWith(".update"))) {
    const fault = updateFault(visit, step);
    if (fault !== "yes") return fault;
  }
  return steps
    .map(({ name }) => (name.endsWith(".list") ? listed(visit, typeOf(name), known.lists) : "done"))
    .join("\n");
}

function updateFault(visit: Visit, { name, old, new: values }: Step): string {
  const type = typeOf(name);
  // Steps of this search name their row by its natural key.
  const key = old as Row;
  const row = visit.facts.all(type).find((one) => Object.keys(key).every((part) => one[part] === key[part]));
  if (row === undefined) return "-20020/1";
  const sets = Object.keys(values as Row);
  const asked = { type, fn: "update", row, sets, after: row, isByGpk: false, dryRun: false } as const;
  return verdict(visit.who, asked, visit.facts);
}

function listed(visit: Visit, type: string, lists: Map<string, string>): string {
  const key = `${str(visit.caller.token, "gpk")} ${type}`;
  const { who, facts } = visit;
  const text =
    lists.get(key) ??
    textOf(
      type,
      facts
        .all(type)
        .filter((row) => sees(who, type, row, facts))
        .map((row) => ({ ...row, is_own: owns(who, type, row, facts) })),
    );
  lists.set(key, text);
  return text;
}

function typeOf(name: string): string {
  return name.slice(0, name.lastIndexOf("."));
}

/** A list as one text that has its rows and whether they are own. */
function textOf(type: string, rows: readonly Row[]): string {
  const texts = rows.map((row) => `${identity(type, row)}${row["is_own"] === true ? " own" : ""}`);
  return `${type}: ${texts.toSorted().join(" ")}`;
}

/** The answer in the form of the expected one. */
export function saidOf(steps: readonly Step[], answer: Answer): string {
  if ("fault" in answer) return answer.fault;
  return steps
    .map(({ name }, at) => (name.endsWith(".list") ? textOf(typeOf(name), answer.lists[at] ?? []) : "done"))
    .join("\n");
}

/**
 * The number of changes before each call, so that every answer is that of one moment, and each call comes after all calls that had ended when it began. Null
 * with the first call for which no moment is left.
 */
export function placed(
  states: readonly State[],
  calls: readonly Sent[],
): { readonly at: ReadonlyMap<Sent, number>; readonly failed: Sent | null } {
  const at = new Map<Sent, number>();
  for (const call of calls.toSorted((a, b) => a.begin - b.begin)) {
    const before = [...at].filter(([one]) => one.end < call.begin).map(([, n]) => n);
    const first = Math.max(call.earliest, ...before);
    const found = states.findIndex(
      (state, n) => n >= first && n <= call.latest && state.expected(call) === call.said,
    );
    if (found < 0) return { at, failed: call };
    at.set(call, found);
  }
  return { at, failed: null };
}
