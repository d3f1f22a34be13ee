import { textIn } from "#contract/wire/json";
import { childrenFound } from "../../wapi/write/children.ts";
import { postponed } from "../../wapi/write/late.ts";
import { idOf, type Broken, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { firstRefusal } from "../../wapi/write/steps-of-error.ts";
import { OUTSIDE_TYPES } from "./fqdn.sql.ts";

/** Steps that may give the name a record again, or remove the records that point to it. */
const MENDING = ["dns.record", "dns.fqdn"];

/**
 * The last record of a name stays while other records point to the name, unless the name is outside all zones. The end of the transaction decides, so that names that only refer to
 * each other can be deleted together (wire contract 3.8, 7.6).
 */
export async function checkLast(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const held = await heldNames(run, works, works.map(idOf));
  const last = works.filter((work) => held.has(nameOf(work)));
  const refused = await refusals(
    run,
    last.filter((work) => !postponed(run, { judge: stillLast, work }, MENDING)),
    held,
  );
  if (refused.length > 0) throw firstRefusal(refused);
}

/** The step that removed the last record of a name that has none at the end, and that other records point to. */
async function stillLast(run: WriteRun, works: readonly Placed[]): Promise<readonly Broken[]> {
  const held = await heldNames(run, works, []);
  const last = new Map(works.map((work) => [nameOf(work), work]));
  return refusals(
    run,
    [...last.values()].filter((work) => held.has(nameOf(work))),
    held,
  );
}

/** Ids of the names that lose or lost their last record by these steps, by name. `going`: records that still exist and are being deleted. */
async function heldNames(
  run: WriteRun,
  works: readonly Placed[],
  going: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const sql = `select f.value, f.id::text as id
    from dns.fqdn f join dns.fqdn_type ft on ft.id = f.type
    where f.value = any($1::text[])
      and ft.name not in (${OUTSIDE_TYPES})
      and not exists (select from dns.record o where o.fqdn = f.id and o.id <> all($2::bigint[]))
      and exists (select from dns.record o where o.target_fqdn = f.id and o.id <> all($2::bigint[]))`;
  const names = [...new Set(works.map(nameOf))];
  const rows = await run.tx.query<{ value: string; id: string }>(sql, [names, going], "write-last-record");
  return new Map(rows.map(({ value, id }) => [value, id]));
}

async function refusals(
  run: WriteRun,
  works: readonly Placed[],
  ids: ReadonlyMap<string, string>,
): Promise<readonly Broken[]> {
  const pointing = run.catalogue
    .type("dns.record")
    .references.filter(({ attributes }) => attributes.join() === "target_fqdn")
    .map((reference) => ({ reference, keeps: null }));
  const type = run.catalogue.type("dns.fqdn");
  const broken: Broken[] = [];
  for (const work of works) {
    const value = nameOf(work);
    const refusal = await childrenFound(run, type, { value }, ids.get(value) ?? "", pointing);
    broken.push({ plan: work.plan, refusal });
    if (!run.context.allFaults) break;
  }
  return broken;
}

function nameOf({ before }: Placed): string {
  return textIn(before?.["fqdn"]);
}
