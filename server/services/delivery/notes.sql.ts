import { deliveredAnswers, type AnswersSpec, type ServiceSpec } from "../../catalogue/define-service.ts";
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

/** Keys of changed objects, selected from the changed rows of each table. */
type Noted = Readonly<Record<string, (rows: string) => string>>;

/** How objects reach servers: members of `service`, and the triggers that record the keys of changed objects. */
interface Noting<Members extends keyof ServiceSpec> {
  readonly service: Required<Pick<ServiceSpec, Members>>;
  readonly statements: readonly string[];
}

/** SQL over changed rows: rows that were created, deleted or changed in one of these columns. The answers of other rows are not read again. */
export function changedIn(rows: string, ...columns: readonly string[]): string {
  const list = ["id", ...columns].join(", ");
  return `(select ${list} from ${rows} c group by ${list} having count(*) = 1)`;
}

/**
 * Objects whose answers are delivered; `unit` is SQL over an answer `a`. Keys are recorded for a dry run that asks for answers, and for the publisher
 * while a server exists. Superfluous keys are harmless, because answers before and after are compared.
 */
export function answered(
  kind: string,
  unit: string,
  spec: Omit<AnswersSpec, "keys">,
  noted: Noted,
): Noting<"answers" | "delivered"> {
  const answers = { ...spec, keys: `select distinct key from output.asked where kind = '${kind}'` };
  const rows = deliveredAnswers(answers, unit);
  const opening: Opening = (written) => `if ${IS_ASKED} then
    ${written("output.asked")};
  elsif output.serves_parts() then`;
  return {
    service: { answers, delivered: { kind, tables: Object.keys(noted), rows } },
    statements: triggers(kind, noted, opening),
  };
}

/** Objects that appear in answers of other objects, so keys are recorded only for the publisher; `rows` as in `DeliveredSpec`. */
export function delivered(kind: string, rows: string, noted: Noted): Noting<"delivered"> {
  return {
    service: { delivered: { kind, tables: Object.keys(noted), rows } },
    statements: triggers(kind, noted, () => "if output.serves_parts() then"),
  };
}

/** The first part of a trigger, before it writes its keys for the publisher. */
type Opening = (written: (into: string) => string) => string;

const EVENTS = ["insert", "update", "delete"] as const;

function triggers(kind: string, noted: Noted, opening: Opening): readonly string[] {
  return Object.entries(noted).flatMap(([table, keys]) =>
    EVENTS.map((event) => {
      const name = `notes_${kind}_of_${table.replace(".", "_")}_${event}`;
      const written = (into: string): string =>
        `insert into ${into} (kind, key) select distinct '${kind}', n.key from (${keys(ROWS[event])}) n(key)`;
      return `create or replace function output.${name}()
        returns trigger
        language plpgsql as $body$
        begin
          ${opening(written)} ${written("output.journal")};
        end if;
        return null;
        end $body$;
      create or replace trigger output_${name} after ${event} on ${table}
        referencing ${TRANSITION_TABLES[event]}
        for each statement execute function output.${name}()`;
    }),
  );
}
