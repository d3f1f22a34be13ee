import { IS_ASKED } from "../../catalogue/noting.ts";

type Event = "insert" | "update" | "delete";

export const TRANSITION_TABLES: Readonly<Record<Event, string>> = {
  insert: "new table as new_rows",
  delete: "old table as old_rows",
  update: "old table as old_rows new table as new_rows",
};

const ROWS: Readonly<Record<Event, string>> = {
  insert: "new_rows",
  delete: "old_rows",
  update: "(table old_rows union all table new_rows)",
};

/**
 * Triggers on a table that note keys of this kind. `keys` selects them from the changed rows; keys of rows that changed nothing that counts do no harm,
 * because answers before and after are compared.
 */
export function notes(kind: string, table: string, keys: (rows: string) => string): readonly string[] {
  const name = `notes_${kind}_of_${table.replace(".", "_")}`;
  return (["insert", "update", "delete"] as const).map(
    (
      event,
    ) => `create or replace function output.${name}_${event}() returns trigger language plpgsql as $body$
begin
  if ${IS_ASKED} then
    insert into output.asked (kind, key) select '${kind}', n.key from (${keys(ROWS[event])}) n(key);
  end if;
  return null;
end $body$;
create or replace trigger output_${name}_${event} after ${event} on ${table}
  referencing ${TRANSITION_TABLES[event]} for each statement execute function output.${name}_${event}()`,
  );
}
