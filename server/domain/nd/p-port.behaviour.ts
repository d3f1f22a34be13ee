import { textIn, type Params, type Row } from "#contract/wire/json";
import { idInGpk } from "../../catalogue/gpk.ts";
import type { WritePlan } from "../../wapi/plan.ts";
import { idsOfSteps } from "../../wapi/write/lock-rows.ts";
import { readRows } from "../../wapi/write/rows.ts";
import { objectName, standAlone } from "../../wapi/write/read-write-set.ts";
import { idOf, type Given, type Placed, type Stored, type WriteRun } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { violation } from "../violation.fault.ts";
import { connect, disconnect } from "./p-port.wiring.ts";

/** Every connect reads this mark and every disconnect writes it. So neither of the two moves past the other. */
const WIRING = "wiring of nd.p_port";

/**
 * Rows of ports show their whole path, which any connect or disconnect may change, so these write this mark. All other steps on ports read it, except
 * the creation of a port without passage.
 */
const PATHS = "paths of nd.p_port";

/** Ports: a passage connects two ports of one module (wire contract 7.5). */
export default defineBehaviour({
  readsAndWrites(plan, set, keys) {
    const other = plan.new["internal_gfk"] ?? plan.new["p_port_gfk"];
    // The former other side changes too, and the parameters do not tell which port it is.
    if (plan.kind === "update" && leads(plan.new)) standAlone(set);
    const key = keys.get(textIn(other));
    if (key !== undefined) set.writes.add(objectName(plan.type.name, key));
    if (plan.more === "connect") set.reads.add(WIRING);
    if (plan.more === "disconnect") set.writes.add(WIRING);
    if (plan.kind === "more") set.writes.add(PATHS);
    else if (plan.kind !== "create" || key !== undefined) set.reads.add(PATHS);
  },
  async fill(run, works) {
    const leading = works.filter(({ plan }) => plan.kind === "update" && leads(plan.new));
    if (leading.length > 0) await lockSides(run, leading);
  },
  async check(run, works) {
    const leading = works.filter(({ plan, values }) => plan.kind !== "delete" && leads(values));
    if (leading.length === 0) return;
    await refuseForeign(run, leading);
    await noteOtherSides(run, leading);
  },
  async settle(run, works) {
    if (works.some((work) => otherSides.has(work.plan))) await setOtherSides(run, works);
  },
  functions: { connect, disconnect },
});

function leads(values: Params): boolean {
  return values["internal_gfk"] !== undefined;
}

/** Locks all ports that a passage may change, in order of id and before any other lock, so that callers do not end in a deadlock. */
async function lockSides(run: WriteRun, works: readonly Given[]): Promise<void> {
  const type = run.catalogue.type("nd.p_port");
  const own = await idsOfSteps(run, type, works);
  const others = works.map(({ plan }) => idInGpk(plan.new["internal_gfk"], type));
  const sql = `select t.id
    from nd.p_port t
    where t.id = any($1::bigint[]) or t.internal_gfk = any($2::bigint[])
    order by t.id
    for no key update`;
  await run.tx.query(sql, [[...own, ...others], own], "lock-passages");
}

/** A passage leads to another port of the same module. */
async function refuseForeign(run: WriteRun, leading: readonly Placed[]): Promise<void> {
  const works = leading.filter(({ values }) => values["internal_gfk"] !== null);
  if (works.length === 0) return;
  const modules = await modulesOf(run, works);
  for (const work of works) {
    const other = textIn(work.values["internal_gfk"]);
    if (other === work.id) throw violation("nd.p_port", "passage_has_two_sides", "internal_gfk");
    const module = work.plan.kind === "create" ? work.values["module_gfk"] : modules.get(idOf(work));
    if (textIn(module) !== modules.get(other))
      throw violation("nd.p_port", "passage_within_module", "internal_gfk");
  }
}

async function modulesOf(run: WriteRun, works: readonly Placed[]): Promise<ReadonlyMap<string, string>> {
  const ids = works.flatMap((work) => [work.id, textIn(work.values["internal_gfk"])]);
  const sql = `select t.id::text as id, t.module_gfk::text as module
    from nd.p_port t
    where t.id = any($1::bigint[])
    order by t.id
    for no key update`;
  const known = ids.filter((id) => id !== null && id !== "");
  const rows = await run.tx.query<{ id: string; module: string }>(sql, [known], "p-port-modules");
  return new Map(rows.map((row) => [row.id, row.module]));
}

/** A port whose passage changes with that of a step. */
interface OtherSide {
  readonly id: string;
  /** True if the port is the other side of the passage after the step. False if it was the other side before and has no passage after the step. */
  readonly leadsBack: boolean;
  readonly before: Row | null;
}

/** Ports that change with a step, in their state before it. */
const otherSides = new WeakMap<WritePlan, readonly OtherSide[]>();

async function noteOtherSides(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const sent = works.map((work, o) => ({ o, id: work.id, other: work.values["internal_gfk"] ?? null }));
  const sql = `select i.o, t.id::text as id, t.id is not distinct from i.other "leadsBack"
    from json_to_recordset($1::json) i(o int, id bigint, other bigint)
      join nd.p_port t on (t.internal_gfk = i.id and t.id is distinct from i.other)
        or (t.id = i.other and (i.id is null or t.internal_gfk is distinct from i.id))
    order by t.id
    for no key update of t`;
  const found = await run.tx.query<Omit<OtherSide, "before"> & { readonly o: number }>(
    sql,
    [JSON.stringify(sent)],
    "other-sides",
  );
  if (found.length === 0) return;
  const rows = await readRows(run, run.catalogue.type("nd.p_port"), [...new Set(found.map(({ id }) => id))]);
  const byStep = Map.groupBy(found, ({ o }) => o);
  for (const [o, { plan }] of works.entries()) {
    const sides = (byStep.get(o) ?? []).map((side) => ({ ...side, before: rows.get(side.id)?.row ?? null }));
    otherSides.set(plan, sides);
  }
}

const SET_SIDES = `update nd.p_port t
  set internal_gfk = s.leads
  from unnest($1::bigint[], $2::bigint[]) s(id, leads)
  where t.id = s.id`;

/** Old other sides lose their passage, and new other sides lead back. Each is a changed object with a log entry of its own. */
async function setOtherSides(run: WriteRun, works: readonly Stored[]): Promise<void> {
  const changes = works.flatMap((work) => (otherSides.get(work.plan) ?? []).map((side) => ({ work, side })));
  for (const leadsBack of [false, true]) {
    const list = changes.filter(({ side }) => side.leadsBack === leadsBack);
    const ids = list.map(({ side }) => side.id);
    const others = list.map(({ work }) => (leadsBack ? work.id : null));
    await run.tx.query(SET_SIDES, [ids, others], "set-other-sides");
  }
  const type = run.catalogue.type("nd.p_port");
  const after = await readRows(run, type, [...new Set(changes.map(({ side }) => side.id))]);
  for (const { work, side } of changes) {
    const entry = { type, id: side.id, fn: "update", old: side.before } as const;
    run.log.add(work.plan.position, { ...entry, new: after.get(side.id)?.row ?? null });
  }
}
