import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { refuse } from "../../faults.ts";
import { statementOf, type WritePlan } from "../plan.ts";

/**
 * Ranges that overlap at the end of the transaction, told as the last step that touched one of them (wire contract 3.8). The deferred constraint
 * of the table is the guard; it names no step. Values of others are not told unless they are of this transaction.
 */
export async function refuseOverlaps(
  tx: Tx,
  catalogue: Catalogue,
  ranges: ReadonlyMap<string, WritePlan>,
): Promise<void> {
  if (ranges.size === 0) return;
  const type = catalogue.type("nd.ip_subnet");
  const sql = `select a.id::text a, b.id::text b, a.cidr::text cidr, b.cidr::text other from ${type.table} a
    join ${type.table} b on b.cidr && a.cidr and b.id <> a.id where a.id = any($1::bigint[])`;
  const found = await tx.query<{ a: string; b: string; cidr: string; other: string }>(sql, [
    [...ranges.keys()],
  ]);
  const blamed = found
    .map((pair) => ({ pair, plan: ranges.get(pair.a) }))
    .toSorted((x, y) => (y.plan?.position ?? 0) - (x.plan?.position ?? 0));
  const [last] = blamed;
  if (last?.plan === undefined) return;
  const { plan, pair } = last;
  throw refuse(
    "overlap",
    { object_fq_name: type.name, attribute: "cidr", value: pair.cidr, other: pair.other },
    statementOf(plan),
  );
}
