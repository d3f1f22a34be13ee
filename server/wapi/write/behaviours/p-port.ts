import { refuse } from "../../../faults.ts";
import { locate } from "../find.ts";
import { idOfGpk } from "../locate.ts";
import { readRows } from "../rows.ts";
import { objectName, standAlone } from "../touch.ts";
import { textOf } from "../text.ts";
import { idOf, type Work, type WriteRun } from "../work.ts";
import type { Behaviour } from "./behaviour.ts";
import { connect, disconnect } from "./wiring.ts";

/** What connects and disconnects change besides the ports they name: no connect moves past a disconnect. */
const WIRING = "wiring of nd.p_port";

/** Ports: a passage through a module has two sides, both in this module (wire contract 7.5). */
export const pPort: Behaviour = {
  touch(plan, touch, keys) {
    const other = plan.new["internal_gfk"] ?? plan.new["p_port_gfk"];
    // The former other side changes as well, and the parameters do not tell which it is.
    if (plan.kind === "update" && plan.new["internal_gfk"] !== undefined) standAlone(touch);
    const key = keys.get(textOf(other));
    if (key !== undefined) touch.writes.add(objectName(plan.type.name, key));
    if (plan.more === "connect") touch.reads.add(WIRING);
    if (plan.more === "disconnect") touch.writes.add(WIRING);
  },
  async fill(run, works) {
    const leading = works.filter(
      ({ plan }) => plan.kind === "update" && plan.new["internal_gfk"] !== undefined,
    );
    if (leading.length > 0) await lockSides(run, leading);
  },
  async check(run, works) {
    const set = works.filter((work) => typeof work.values["internal_gfk"] === "string");
    if (set.length === 0 || set[0]?.plan.kind === "delete") return;
    const modules = await modulesOf(run, set);
    for (const work of set) {
      const other = textOf(work.values["internal_gfk"]);
      if (other === work.id) throw violation("passage_has_two_sides");
      const module = work.plan.kind === "create" ? work.values["module_gfk"] : modules.get(idOf(work));
      if (textOf(module) !== modules.get(other)) throw violation("passage_within_module");
    }
  },
  async settle(run, works) {
    if (works[0]?.plan.kind === "delete") return;
    const changed = works.filter((work) => work.values["internal_gfk"] !== undefined);
    if (changed.length > 0) await setOtherSides(run, changed);
  },
  functions: { connect, disconnect },
};

/** All ports that a passage may change, in order of id before any other lock, so that callers wait for each other instead of ending in a deadlock. */
async function lockSides(run: WriteRun, works: readonly Work[]): Promise<void> {
  const type = run.catalogue.type("nd.p_port");
  await locate(run, type, works);
  const others = works.map(({ plan }) => idOfGpk(plan.new["internal_gfk"], type, run.catalogue));
  await run.tx.query(
    `select t.id from nd.p_port t where t.id = any($1::bigint[]) or t.internal_gfk = any($2::bigint[])
     order by t.id for no key update`,
    [[...works.map((work) => work.id), ...others], works.map((work) => work.id)],
    "lock-passages",
  );
}

/** Module by port: of the works and of the ports they lead to. */
async function modulesOf(run: WriteRun, works: readonly Work[]): Promise<ReadonlyMap<string, string>> {
  const ids = works.flatMap((work) => [work.id, textOf(work.values["internal_gfk"])]);
  const rows = await run.tx.query<{ id: string; module: string }>(
    "select t.id::text id, t.module_gfk::text module from nd.p_port t where t.id = any($1::bigint[]) order by t.id for no key update",
    [ids.filter((id) => id !== null && id !== "")],
    "p-port-modules",
  );
  return new Map(rows.map((row) => [row.id, row.module]));
}

/** The former other sides of the ports have none any more, the present ones lead back; each is a changed object of its own. */
async function setOtherSides(run: WriteRun, works: readonly Work[]): Promise<void> {
  const pairs = works.map((work) => ({ id: idOf(work), other: work.values["internal_gfk"] ?? null }));
  const sent = JSON.stringify(pairs);
  const type = run.catalogue.type("nd.p_port");
  const wanted = `json_to_recordset($1::json) i(id bigint, other bigint)`;
  const found = await run.tx.query<{ id: string; by: string; leads: string | null }>(
    `select t.id::text id, i.id::text "by", case when t.id = i.other then i.id::text end leads
     from ${wanted} join nd.p_port t on (t.internal_gfk = i.id and t.id is distinct from i.other)
       or (t.id = i.other and t.internal_gfk is distinct from i.id)
     order by t.id for no key update of t`,
    [sent],
  );
  if (found.length === 0) return;
  const ids = found.map((row) => row.id);
  const before = await readRows(run, type, ids);
  const update = (sides: readonly { id: string; leads: string | null }[]): Promise<unknown> =>
    run.tx.query(
      `update nd.p_port t set internal_gfk = s.leads from unnest($1::bigint[], $2::bigint[]) s(id, leads) where t.id = s.id`,
      [sides.map(({ id }) => id), sides.map(({ leads }) => leads)],
    );
  await update(found.filter(({ leads }) => leads === null));
  await update(found.filter(({ leads }) => leads !== null));
  const after = await readRows(run, type, ids);
  const positions = new Map(works.map((work) => [idOf(work), work.plan.position]));
  for (const { id, by } of found) {
    const [old, fresh] = [before.get(id)?.row ?? null, after.get(id)?.row ?? null];
    run.log.add(positions.get(by) ?? 0, { type, id, fn: "update", old, new: fresh });
  }
}

function violation(rule: string): Error {
  return refuse("check_violation", {
    object_fq_name: "nd.p_port",
    rule,
    attribute_list: ["internal_gfk"],
  });
}
