import { LIMITS } from "#contract/limits";
import type { Params } from "#contract/wire/json";
import type { Query } from "../../db/database.ts";
import type { Difference } from "./drift.ts";

/** Differences of one zone. */
export interface ZoneDrift {
  readonly zone: string;
  readonly differences: readonly Difference[];
}

interface Statement {
  readonly object_function: "create" | "update" | "delete";
  readonly title: string;
  readonly old: Params;
  readonly new: Params;
}

/** Records of the zone itself, without those of a zone below and reverse names that follow from addresses. */
const OWN = `select r.name || ' ' || r.type || ' ' || r.data as key
  from dns.record r join dns.fqdn z on z.id = r.zone
  where z.value = $1 and r.name = any($2::text[])`;

const DEFAULT_TTL = "select coalesce(zone_ttl_default, 3600)::int as ttl from dns.fqdn where value = $1";

/** A file for the planned list that takes over the records of the servers. */
export async function planOf(query: Query, drifts: readonly ZoneDrift[], now: Date): Promise<string> {
  const statements: Statement[] = [];
  for (const drift of drifts) statements.push(...(await statementsOf(query, drift)));
  const once = new Map(statements.map((one) => [JSON.stringify(one), one]));
  const file = {
    creation_time: now.toISOString(),
    serialization_version: LIMITS.serializationVersion,
    author: null,
    transaction: [...once.values()].map(elementOf),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function elementOf({ title, object_function, ...parameters }: Statement) {
  return {
    ta_type: "db_editor_simple",
    content: {
      object_fq_name: "dns.record",
      object_function,
      parameters,
      preview_fields: Object.keys(parameters.new),
      object_title: title,
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  };
}

/** Deletions come first, because a record that must be alone at its name may replace others. */
async function statementsOf(query: Query, { zone, differences }: ZoneDrift): Promise<readonly Statement[]> {
  const names = [...new Set(differences.map(({ name }) => name))];
  const rows = await query.query<{ key: string }>(OWN, [zone, names]);
  const own = new Set(rows.map(({ key }) => key));
  const [row] = await query.query<{ ttl: number }>(DEFAULT_TTL, [zone]);
  const of = (kind: Difference["kind"]): ReadonlyMap<string, Difference> =>
    new Map(
      differences.filter((one) => one.kind === kind && one.data !== null).map((one) => [keyOf(one), one]),
    );
  const [missing, foreign] = [of("missing"), of("foreign")];
  const titled = (one: Difference) => ({ title: `${one.name} ${one.type}` });
  const gone = [...missing].flatMap(([key, one]): readonly Statement[] =>
    foreign.has(key) || !own.has(key)
      ? []
      : [{ ...titled(one), object_function: "delete", old: recordOf(one), new: {} }],
  );
  const kept = [...foreign].flatMap(([key, one]): readonly Statement[] => {
    const ttl = one.ttl === row?.ttl ? null : one.ttl;
    if (own.has(key))
      return [{ ...titled(one), object_function: "update", old: recordOf(one), new: { ttl } }];
    // A record of a zone below, or a reverse name from an address, has another TTL. The plan cannot change this TTL.
    if (missing.has(key)) return [];
    const kind = { fqdn_type: one.type === "CNAME" ? "alias" : "domain" };
    const created = { ...recordOf(one), ...kind, ...(ttl === null ? {} : { ttl }) };
    return [{ ...titled(one), object_function: "create", old: {}, new: created }];
  });
  return [...gone, ...kept];
}

function keyOf({ name, type, data }: Difference): string {
  return `${name} ${type} ${data ?? ""}`;
}

function recordOf({ name, type, data }: Difference): { fqdn: string; type: string; data: string } {
  return { fqdn: name, type, data: data ?? "" };
}
