import type { Database } from "../../server/db/database.ts";
import { table } from "./document.ts";
import type { Product } from "./product.ts";
import type { ProcessProfile } from "./profiler.ts";
import { OTHERS, type TimeByPart } from "./samples.ts";

/** The statements of this user are those of the floor and of the bench, which a profile omits. */
export const FLOOR_USER = "netportal_floor";

const LEAST_SHARE = 0.02;
const STATEMENT = 110;

interface Statement {
  readonly text: string;
  readonly calls: number;
  readonly planning: number;
  readonly work: number;
}

/** Runs the work and shows where the time of a call goes: rooms of the product, and statements of PostgreSQL. */
export async function profiled(db: Database, product: Product, work: () => Promise<void>): Promise<string> {
  await db.query("select pg_stat_statements_reset()", []);
  await product.beginProfile();
  await work();
  const found = await product.endProfile();
  const statements = await db.query<Statement>(
    `select regexp_replace(s.query, '\\s+', ' ', 'g') as text, s.calls::float8, s.total_plan_time as planning, s.total_exec_time as work
     from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> $1
     order by s.total_plan_time + s.total_exec_time desc`,
    [FLOOR_USER],
  );
  return [processTable(found), statementTable(statements, found.calls)].join("\n\n");
}

function processTable({ calls, cpu, rooms }: ProcessProfile): string {
  const busy = sum(rooms.map(([, ms]) => ms));
  const rows = withRest(rooms, ([, ms]) => ms / busy).map(([room, ms]) =>
    [room, perCall(ms, calls), share(ms, busy)].join(" | "),
  );
  const heads = [
    `the process of the product, ${String(calls)} calls, ${perCall(cpu, calls)} ms CPU each`,
    "ms a call",
    "share",
  ];
  return table(heads, rows);
}

function withRest(
  rooms: ProcessProfile["rooms"],
  shareOf: (room: TimeByPart[number]) => number,
): ProcessProfile["rooms"] {
  const isShown = (room: TimeByPart[number]): boolean => room[0] !== OTHERS && shareOf(room) >= LEAST_SHARE;
  const rest = sum(rooms.filter((room) => !isShown(room)).map(([, ms]) => ms));
  return [...rooms.filter(isShown), [OTHERS, rest]];
}

function statementTable(statements: readonly Statement[], calls: number): string {
  const whole = sum(statements.map(({ planning, work }) => planning + work));
  const large = statements.filter(({ planning, work }) => (planning + work) / whole >= LEAST_SHARE);
  const small = statements.filter((one) => !large.includes(one));
  const lines = [
    ...large.map((one) => ({ ...one, text: `\`${one.text.slice(0, STATEMENT).replaceAll("|", "¦")}\`` })),
    {
      text: `${String(small.length)} others`,
      calls: sum(small.map((one) => one.calls)),
      planning: sum(small.map((one) => one.planning)),
      work: sum(small.map((one) => one.work)),
    },
  ];
  const rows = lines.map(({ text, calls: count, planning, work }) =>
    [
      text,
      (count / calls).toFixed(1),
      perCall(planning, calls),
      perCall(work, calls),
      share(planning + work, whole),
    ].join(" | "),
  );
  const heads = [
    `statements of PostgreSQL, ${perCall(whole, calls)} ms a call`,
    "times a call",
    "planning, ms",
    "work, ms",
    "share",
  ];
  return table(heads, rows);
}

function perCall(ms: number, calls: number): string {
  return (ms / calls).toFixed(2);
}

function share(part: number, whole: number): string {
  return `${String(Math.round((100 * part) / whole))} %`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
