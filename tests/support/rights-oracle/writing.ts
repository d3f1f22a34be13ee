import type { Json, Params, Row } from "#contract/wire/json";
import { execute, type Answer, type Step, type Visit } from "./court.ts";
import { creations } from "./creations.ts";
import { str } from "./facts.ts";
import { policyOf, sees, verdict, type Asked, type Verdict } from "./oracle.ts";
import type { Random } from "./random.ts";

/** A step about whose right the oracle has decided. */
export interface Probe {
  readonly asked: Asked;
  readonly step: Step;
  readonly expected: Verdict;
  /** True if any fault other than a missing right also proves the right. */
  readonly isHindered: boolean;
}

const REFUSALS: ReadonlySet<string> = new Set([
  "-20010/1",
  "-20010/5",
  "-20010/6",
  "-20010/7",
  "-20010/8",
  "-20020/1",
  "-20020/2",
]);
const TOGETHER = 60;

/** Number of refused steps that are sent one by one, for each function. */
export interface Shares {
  readonly updates: number;
  readonly deletes: number;
  readonly creates: number;
}

/** Checks the rights to write in dry runs: allowed updates many at a time, all other steps one by one. */
export async function write(visit: Visit, random: Random, shares: Shares): Promise<void> {
  const updates = updatesOf(visit, random);
  const allowed = updates.filter(({ expected, isHindered }) => expected === "yes" && !isHindered);
  for (let at = 0; at < allowed.length; at += TOGETHER)
    await goThrough(visit, allowed.slice(at, at + TOGETHER));
  const others = updates.filter((probe) => !allowed.includes(probe));
  const alone = [
    ...random.some(others, shares.updates),
    ...random.some(deletesOf(visit, random), shares.deletes),
    ...random.some(createsOf(visit, random), shares.creates),
  ];
  for (const probe of [...alone, ...wiringOf(visit, random), ...bulksOf(visit, random)])
    await askAlone(visit, probe);
}

async function goThrough(visit: Visit, probes: readonly Probe[]): Promise<void> {
  const answer = await execute(
    visit,
    probes.map(({ step }) => step),
    { dryRun: true },
  );
  if ("fault" in answer) {
    for (const probe of probes) await askAlone(visit, probe);
    return;
  }
  for (const { asked } of probes) visit.count(asked.fn, asked.type, asked.row, "together");
}

async function askAlone(visit: Visit, { asked, step, expected, isHindered }: Probe): Promise<void> {
  const answer = await execute(visit, [step], { dryRun: asked.dryRun });
  visit.count(asked.fn, asked.type, asked.row, "alone");
  const said = codeOf(answer);
  if (
    said === expected ||
    (expected === "yes" && !REFUSALS.has(said) && (isHindered || isOther(asked, said)))
  )
    return;
  const why = said === "-20999/1" ? `: ${visit.http.logged.at(-1) ?? ""}` : "";
  visit.disagree(`${visit.name}: ${JSON.stringify(step)} should be ${expected} and is ${said}${why}`);
}

/** A rule for everybody may still refuse an allowed step. */
function isOther({ fn }: Asked, said: string): boolean {
  return fn !== "update" && /^-200(30|60)\//.test(said);
}

function codeOf(answer: Answer): string {
  return "fault" in answer ? answer.fault : "yes";
}

function judged(visit: Visit, asked: Asked, step: Step, isHindered = false): Probe {
  return { asked, step, expected: verdict(visit.who, asked, visit.facts), isHindered };
}

/** Steps of all kinds with the decision of the oracle. */
export function probesOf(visit: Visit, random: Random): readonly Probe[] {
  return [...updatesOf(visit, random), ...deletesOf(visit, random), ...createsOf(visit, random)];
}

function updatesOf(visit: Visit, random: Random): readonly Probe[] {
  return stored(visit, "U").flatMap(([type, row]) => {
    const attribute = random.one(changeable(visit, type, row));
    const sets = attribute === undefined || random.chance(10) ? [] : [attribute];
    // Setting the present value changes nothing, so probes do not disturb each other; a new description does change the row.
    const changes = sets[0] === "description" && random.chance(40);
    const values: Params = Object.fromEntries(
      sets.map((name) => [name, changes ? `new ${String(random.below(100))}` : (row[name] ?? null)]),
    );
    const isByGpk = random.chance(50) || policyOf(type).key.includes("gpk");
    const isStale = random.chance(20) && row["description"] !== undefined;
    const asked: Asked = {
      type,
      fn: "update",
      row,
      sets,
      after: { ...row, ...values },
      isByGpk,
      dryRun: true,
    };
    return [
      judged(
        visit,
        asked,
        { name: `${type}.update`, old: oldOf(type, row, isByGpk, isStale), new: values },
        isStale,
      ),
    ];
  });
}

/** Connects and disconnects ports; the rights are those to write the port. */
function wiringOf(visit: Visit, random: Random): readonly Probe[] {
  const [row, other] = [random.one(visit.facts.all("nd.p_port")), random.one(visit.facts.all("nd.p_port"))];
  if (row === undefined || other === undefined || row === other) return [];
  const isByGpk = random.chance(50);
  const asked: Asked = {
    type: "nd.p_port",
    fn: "update",
    row,
    sets: ["p_port_gfk"],
    after: row,
    isByGpk,
    dryRun: true,
  };
  const step: Step = random.chance(50)
    ? {
        name: "nd.p_port.connect",
        old: oldOf("nd.p_port", row, isByGpk, false),
        new: { p_port_gfk: str(other, "gpk") },
      }
    : { name: "nd.p_port.disconnect", old: oldOf("nd.p_port", row, isByGpk, false) };
  return [judged(visit, asked, step, true)];
}

const IN_BULK = ["nd.bcd", "nd.ip_subnet", "dns.fqdn", "cntl.group", "nd.site"];

/** A bulk update selects only visible rows, and succeeds if all of them may be written. */
function bulksOf(visit: Visit, random: Random): readonly Probe[] {
  const type = random.one(IN_BULK) ?? "";
  const attribute = type === "nd.site" ? "title" : "description";
  const selected = random.some(visit.objects.get(type) ?? [], 3);
  const step: Step = {
    name: `${type}.bulk_update`,
    old: { gpk_list: selected.map((row) => str(row, "gpk")) },
    new: { [attribute]: "in bulk" },
  };
  const probes = selected
    .filter((row) => sees(visit.who, type, row, visit.facts))
    .map((row) => {
      const asked: Asked = {
        type,
        fn: "update",
        row,
        sets: [attribute],
        after: row,
        isByGpk: false,
        dryRun: true,
      };
      return judged(visit, asked, step);
    });
  return (
    probes.some(({ expected }) => expected !== "yes")
      ? probes.filter(({ expected }) => expected !== "yes")
      : probes
  ).slice(0, 1);
}

function deletesOf(visit: Visit, random: Random): readonly Probe[] {
  return stored(visit, "D").map(([type, row]) => {
    const isByGpk = random.chance(50) || policyOf(type).key.includes("gpk");
    const isStale = random.chance(20) && row["description"] !== undefined;
    const asked: Asked = { type, fn: "delete", row, sets: [], after: row, isByGpk, dryRun: true };
    return judged(visit, asked, { name: `${type}.delete`, old: oldOf(type, row, isByGpk, isStale) }, isStale);
  });
}

function createsOf(visit: Visit, random: Random): readonly Probe[] {
  return creations(visit.facts, random)
    .filter(({ type }) => offers(visit, type, "create"))
    .map(({ type, row, step }) => {
      const isSecret =
        ["cntl.wapi_auth", "macauth.client"].includes(type) &&
        visit.who.isImpersonating &&
        !visit.caller.dryRun;
      const asked: Asked = {
        type,
        fn: "create",
        row: completed(visit, type, row),
        sets: [],
        after: row,
        isByGpk: false,
        dryRun: !isSecret,
      };
      return judged(visit, asked, { name: `${type}.create`, new: step });
    });
}

function offers({ catalogue }: Visit, type: string, fn: Asked["fn"]): boolean {
  return catalogue.types.get(type)?.operations.has(fn) === true && policyOf(type).isReadOnly !== true;
}

/** Adds what the server fills in: the parent of a new subaccount. */
function completed({ who }: Visit, type: string, row: Row): Row {
  return type === "cntl.mgr" && typeof row["sub_id"] === "string"
    ? { parent_login_name: who.login, ...row }
    : row;
}

/** Rows to which a function of the type applies, sampled so that large types do not dominate. */
function stored(visit: Visit, fn: "U" | "D"): readonly (readonly [string, Row])[] {
  return [...visit.objects].flatMap(([type, rows]) =>
    offers(visit, type, fn === "U" ? "update" : "delete") ? rows.map((row) => [type, row] as const) : [],
  );
}

function changeable(visit: Visit, type: string, row: Row): readonly string[] {
  const attributes = [...(visit.catalogue.types.get(type)?.attributes.values() ?? [])];
  return attributes
    .filter(
      ({ name, isWritable, createOnly }) => isWritable && createOnly !== true && row[name] !== undefined,
    )
    .map(({ name }) => name);
}

const WRONG: Json = "never so";

function oldOf(type: string, row: Row, isByGpk: boolean, isStale: boolean): Params {
  const key = policyOf(type).key;
  const named = isByGpk
    ? { gpk: str(row, "gpk") }
    : Object.fromEntries(key.map((name) => [name, row[name] ?? null]));
  return isStale ? { ...named, description: WRONG } : named;
}
