import type { Row } from "#contract/wire/json";
import type { ObjectType } from "../../server/catalogue/object-type.ts";
import { textIn, type SmallWorld } from "./small-world.ts";

interface Entry {
  readonly object_gfk: string;
  readonly function: "create" | "update" | "delete";
  readonly old: Row | null;
  readonly new: Row | null;
}

/** Rows of a type rebuilt from the change log, by gpk: stored values only. */
export interface LogState {
  readonly rows: ReadonlyMap<string, Row>;
  /** Entries whose old values differ from the new values of the entry before: `<gpk> <attribute>`. */
  readonly gaps: readonly string[];
}

/** Replays the change log of a type from its first entry. */
export async function stateFromLog(world: Pick<SmallWorld, "db">, type: ObjectType): Promise<LogState> {
  const entries = await world.db.query<Entry>(
    `select object_gfk, "function", old, new from wapi.change_log where object_fq_name = $1 order by transaction_gfk, position`,
    [type.name],
  );
  const rows = new Map<string, Row>();
  const gaps: string[] = [];
  for (const entry of entries) {
    const [before, found] = [
      JSON.stringify(stored(type, entry.old)),
      JSON.stringify(rows.get(entry.object_gfk) ?? null),
    ];
    if (before !== found)
      gaps.push(`${entry.function} ${entry.object_gfk}: the log has ${found}, then ${before}`);
    const now = stored(type, entry.new);
    if (now === null) rows.delete(entry.object_gfk);
    else rows.set(entry.object_gfk, now);
  }
  return { rows, gaps };
}

/** Rows of a type from its tables, by gpk. */
export async function stateFromTables(
  world: Pick<SmallWorld, "get">,
  type: ObjectType,
): Promise<ReadonlyMap<string, Row>> {
  const said = await world.get("ada", `${type.name}.list`);
  if (!said.ok) throw new Error(JSON.stringify(said.exception));
  return new Map((said.lists[0] ?? []).map((row) => [textIn(row, "gpk"), stored(type, row) ?? {}]));
}

/** Leaves out values computed from other rows, which change without a log entry. */
function stored(type: ObjectType, row: Row | null): Row | null {
  if (row === null) return null;
  const names = [...type.attributes.values()].filter(
    ({ name, computed, perReader }) =>
      computed === undefined && perReader !== true && name !== "gpk" && name !== "is_own",
  );
  return Object.fromEntries(names.map(({ name }) => [name, row[name] ?? null]));
}
