import { textIn, type Json } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { idsOfSteps } from "../../wapi/write/lock-rows.ts";
import { readRows } from "../../wapi/write/rows.ts";
import { deleteRows } from "../../wapi/write/store.ts";
import { idOf, keyOf, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import type { FunctionBehaviour } from "../../wapi/behaviour.ts";
import { insertLogged } from "../logged.write.ts";
import { violation } from "../violation.fault.ts";

/** Connects the port of `old` with another one; both must be free (wire contract 7.5). Answers both ports. */
export const connect: FunctionBehaviour = {
  async lock(run, works) {
    await lockPorts(run, [...(await idsOfSteps(run, portType(run), works)), ...works.map(otherOf)]);
  },
  async run(run, works) {
    const ends = works.flatMap((work) => [idOf(work), otherOf(work)]);
    const remotes = await remotesOf(run, ends);
    for (const work of works) refuseConnected(work, remotes);
    await insertLogged(run, "nd.connection", works, (work) => {
      const [a, b] = [idOf(work), otherOf(work)];
      const [older, younger] = BigInt(a) < BigInt(b) ? [a, b] : [b, a];
      return { p_port_a_gfk: older, p_port_b_gfk: younger, login_name: run.actor.login };
    });
    return answeredPorts(run, works, otherOf);
  },
};

/** Ends the connection of the port of `old`. Answers both ports. */
export const disconnect: FunctionBehaviour = {
  async lock(run, works) {
    const own = await idsOfSteps(run, portType(run), works);
    const known = own.filter((id) => id !== null);
    const remotes = await remotesOf(run, known);
    await lockPorts(run, [...known, ...remotes.values()]);
  },
  async run(run, works) {
    const remotes = new Map(await remotesOf(run, works.map(idOf)));
    const ends = new Map<Placed, string>();
    for (const work of works) {
      const other = remotes.get(idOf(work)) ?? null;
      if (other === null) throw portState(work, keyOf(work), false);
      ends.set(work, other);
      // A later step of the batch may name the other end, which is then free.
      remotes.set(idOf(work), null).set(other, null);
    }
    await endConnections(run, works);
    return answeredPorts(run, works, (work) => ends.get(work) ?? "");
  },
};

async function endConnections(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const type = run.catalogue.type("nd.connection");
  const ports = works.map(idOf);
  const sql = `select c.id::text as id, p.id::text as port
    from unnest($1::bigint[]) p(id) join nd.connection c on c.p_port_a_gfk = p.id or c.p_port_b_gfk = p.id`;
  const found = await run.tx.query<{ id: string; port: string }>(sql, [ports], "connections-of-ports");
  const byPort = new Map(found.map(({ id, port }) => [port, id]));
  const rows = await readRows(run, type, [...byPort.values()]);
  deleteRows(run, type, [...byPort.values()]);
  for (const work of works) {
    const id = byPort.get(idOf(work)) ?? "";
    run.log.add(work.plan.position, { type, id, fn: "delete", old: rows.get(id)?.row ?? null, new: null });
  }
}

/** Locks ports in order of id, so that callers who connect the same ports do not end in a deadlock. */
async function lockPorts(run: WriteRun, ids: readonly (string | null)[]): Promise<void> {
  const ports = [...new Set(ids)].filter((id) => id !== null && id !== "");
  const sql = "select t.id from nd.p_port t where t.id = any($1::bigint[]) order by t.id for update";
  await run.tx.query(sql, [ports], "lock-wiring");
}

async function remotesOf(run: WriteRun, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const ports = ids.filter((id) => id !== "");
  const sql = `select t.id::text as id, t.remote::text as remote
    from nd.p_port t
    where t.id = any($1::bigint[])`;
  const rows = await run.tx.query<{ id: string; remote: string | null }>(sql, [ports], "remotes-of-ports");
  return new Map(rows.map((row) => [row.id, row.remote]));
}

function refuseConnected(work: Placed, remotes: ReadonlyMap<string, string | null>): void {
  const [own, other] = [idOf(work), otherOf(work)];
  const type = work.plan.type;
  if (!remotes.has(other))
    throw refuse("referenced_object_not_found", {
      object_fq_name: type.name,
      attribute: "p_port_gfk",
      value: work.given["p_port_gfk"] ?? null,
      reference_name: null,
      ref_object_fq_name: type.name,
    });
  if (own === other) throw violation(type.name, "two_ports", "p_port_gfk");
  if (remotes.get(own) !== null) throw portState(work, keyOf(work), true);
  if (remotes.get(other) !== null) throw portState(work, { gpk: work.given["p_port_gfk"] ?? null }, true);
}

function portState(work: Placed, key: Json, isConnected: boolean): Error {
  return refuse("port_state", { object_fq_name: work.plan.type.name, key, is_connected: isConnected });
}

async function answeredPorts(
  run: WriteRun,
  works: readonly Placed[],
  otherEnd: (work: Placed) => string,
): Promise<readonly (readonly string[])[]> {
  const ends = works.map((work) => [idOf(work), otherEnd(work)]);
  const rows = await readRows(run, portType(run), [...new Set(ends.flat())]);
  return ends.map((ids) => ids.map((id) => rows.get(id)?.text ?? "{}"));
}

function otherOf(work: Placed): string {
  return textIn(work.extras["p_port_gfk"]);
}

function portType(run: WriteRun): ObjectType {
  return run.catalogue.type("nd.p_port");
}
