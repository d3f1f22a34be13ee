import type { Localised } from "#contract/wire/json";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database, Query } from "../../db/database.ts";
import { READ_UNITS } from "../delivery/shown.sql.ts";
import { noteCopies } from "../copy/copies.ts";
import { compareZone, type Compared } from "./drift.ts";
import type { ZoneDrift } from "./drift-plan.ts";
import { driftOfKeas } from "../kea/kea-wanted.ts";
import { SERVED_ZONES, type ZoneRow } from "./drift-watch.ts";

/** Data that are served incorrectly or not at all. */
export interface Finding {
  /** `unpublished`, `not_live`, `differs`, `ahead`, `behind`, `no_answer`. */
  readonly reason: string;
  /** Name, or server and zone. */
  readonly object: string;
  readonly detail: string | null;
}

const RR = "zone, name, type, ttl, rdata";

// Changes that are still in the journal will be published, so they are not reported.
const UNPUBLISHED = `select 'unpublished' as reason, zone as object, count(*) || ' records' as detail
  from (
    (select ${RR} from output.wanted_rr except select ${RR} from output.rr)
    union all (select ${RR} from output.rr except select ${RR} from output.wanted_rr)) d
  where not exists (select from output.journal) and output.serves_dns()
  group by zone
  order by zone`;

/** Units that are read from copies and are not live. */
const NOT_READ = `select 'not_live' as reason, s.name || ' ' || d.unit as object, d.error as detail
  from output.seen d join output.server s on s.id = d.server
  where d.unit in ${READ_UNITS} and s.is_enabled and d.error <> 'waiting'
  order by s.name, d.unit`;

export interface Checked {
  readonly found: readonly Finding[];
  /** Records that servers have differently, by zone. */
  readonly drifts: readonly ZoneDrift[];
}

/** Every difference between the wanted, the published and the served records of each name server. */
export async function checkServices(query: Database, catalogue: Catalogue): Promise<Checked> {
  if (!query.isReplica) await noteCopies(query);
  const found = [
    ...(await query.query<Finding>(UNPUBLISHED)),
    ...(await driftOfKeas({ db: query, catalogue })).map(({ server, unit, reason, detail }) => ({
      reason: "not_live",
      object: `${server} ${unit}`,
      detail: [reason, detail].filter(Boolean).join(" "),
    })),
    ...(await query.query<Finding>(NOT_READ)),
  ];
  const drifts: ZoneDrift[] = [];
  for (const row of await query.query<ZoneRow>(SERVED_ZONES)) {
    const compared = await compareZone(query, row);
    found.push(...findingsOf(`${row.server} ${row.zone}`, compared));
    if (compared.kind === "compared" && compared.differences.length > 0)
      drifts.push({ zone: row.zone, differences: compared.differences });
  }
  return { found, drifts };
}

function findingsOf(object: string, compared: Compared): readonly Finding[] {
  switch (compared.kind) {
    case "behind":
      return [{ reason: "behind", object, detail: null }];
    case "no_answer":
      return [{ reason: "no_answer", object, detail: compared.reason }];
    case "compared":
      return [
        ...(compared.isAhead ? [{ reason: "ahead", object, detail: null }] : []),
        ...compared.differences.map(({ kind, name, type, data }) => {
          const sign = kind === "missing" ? "-" : "+";
          return { reason: "differs", object, detail: [sign, name, type, data].filter(Boolean).join(" ") };
        }),
      ];
  }
}

/** Objects that no service can answer in their applied state, for one reason. */
export interface Unanswered {
  /** The reason, and what to do. */
  readonly text: Localised;
  readonly count: number;
  /** The first objects, in order. */
  readonly objects: readonly string[];
}

/** Maximum number of objects that are named for one reason. */
export const MOST_TOLD = 20;

export async function unservedOf(query: Query, catalogue: Catalogue): Promise<readonly Unanswered[]> {
  const found: Unanswered[] = [];
  for (const { spec, table } of catalogue.types.values()) {
    for (const { text, when, told } of spec.service?.unserved ?? []) {
      if (told === undefined) continue;
      const sql = `select name, count(*) over ()::int as count
        from (
          select ${told.as} as name, row_number() over (order by ${told.by}) as at
          from ${table} o
          where ${when}) x
        group by name
        order by min(at)
        limit ${String(MOST_TOLD)}`;
      const rows = await query.query<{ name: string; count: number }>(sql);
      const [first] = rows;
      if (first !== undefined)
        found.push({ text, count: first.count, objects: rows.map(({ name }) => name) });
    }
  }
  return found;
}
