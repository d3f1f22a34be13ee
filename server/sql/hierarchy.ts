import type { ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "./bind.ts";
import type { ColumnDefinition } from "./ddl.ts";

/** Columns that a tree keeps beside its attributes: the ids from the root to the row itself (database.md 1). */
export function hierarchyColumns(type: ObjectType): Readonly<Record<string, ColumnDefinition>> {
  if (type.spec.hierarchy === undefined) return {};
  return { path: { type: "bigint[]", isRequired: true, default: null } };
}

/** Name of the constraint that a row below itself breaks; it is raised by the trigger, with SQLSTATE 23514. */
export function cycleConstraint(type: Pick<ObjectType, "system" | "object">): string {
  return `${type.system}_${type.object}_cycle`;
}

/**
 * Triggers that keep `path` and the stored name. The row itself is set before it is written, so that `returning` shows it as it will
 * be; what lies below follows in one statement after each update, whatever rows it moved.
 */
export function hierarchyStatements(type: ObjectType): readonly string[] {
  const { hierarchy } = type.spec;
  if (hierarchy === undefined) return [];
  const { system, object, table } = type;
  const name = (what: string): string => `${quoted(system)}.${quoted(`${object}_${what}`)}`;
  const parent = quoted(hierarchy.parent);
  const stored = hierarchy.name === undefined ? null : nameSql(hierarchy.name);
  const watched = [parent, ...(stored === null ? [] : [stored.part])];
  const changed = watched.map((column) => `o.${column} is distinct from n.${column}`).join(" or ");
  return [
    `create or replace function ${name("place")}() returns trigger language plpgsql as $body$
declare above record;
begin
  if new.${parent} is null then
    new.path := array[new.id];${stored === null ? "" : `\n    new.${stored.attribute} := new.${stored.part};`}
    return new;
  end if;
  if tg_op = 'UPDATE' then
    -- Two moves at once could each be right and close a ring together.
    perform pg_advisory_xact_lock(hashtext('${system}.${object}'), 0);
  end if;
  select * into above from ${table} t where t.id = new.${parent};
  if not found then
    new.path := array[new.id];${stored === null ? "" : `\n    new.${stored.attribute} := new.${stored.part};`}
    return new;
  end if;
  if new.id = any(above.path) then
    raise exception using errcode = '23514', message = 'a row below itself', schema = '${system}', table = '${object}',
      constraint = '${cycleConstraint(type)}';
  end if;
  new.path := above.path || new.id;${
    stored === null
      ? ""
      : `\n  new.${stored.attribute} := above.${stored.attribute} || ${stored.separator} || new.${stored.part};`
  }
  return new;
end $body$`,
    `create or replace trigger ${quoted(`${object}_place`)} before insert or update of ${watched.join(", ")} on ${table}
  for each row execute function ${name("place")}()`,
    `create or replace function ${name("follow")}() returns trigger language plpgsql as $body$
begin
  if not exists (select from old_rows o join new_rows n on n.id = o.id where ${changed}) then
    return null;
  end if;
  with recursive moved as (
    select t.id from ${table} t
    where t.path && (select array_agg(n.id) from old_rows o join new_rows n on n.id = o.id where ${changed})
  ), up(id, parent, path${stored === null ? "" : ", name"}) as (
    select t.id, t.${parent}, array[t.id]${stored === null ? "" : `, t.${stored.part}`} from ${table} t join moved m on m.id = t.id
    union all
    select u.id, t.${parent}, t.id || u.path${stored === null ? "" : `, t.${stored.part} || ${stored.separator} || u.name`}
    from up u join ${table} t on t.id = u.parent
  )
  update ${table} t set path = up.path${stored === null ? "" : `, ${stored.attribute} = up.name`}
  from up where up.parent is null and t.id = up.id
    and (t.path is distinct from up.path${stored === null ? "" : ` or t.${stored.attribute} is distinct from up.name`});
  return null;
end $body$`,
    `create or replace trigger ${quoted(`${object}_follow`)} after update on ${table}
  referencing old table as old_rows new table as new_rows for each statement execute function ${name("follow")}()`,
  ];
}

function nameSql(name: { readonly attribute: string; readonly part: string; readonly separator: string }) {
  return {
    attribute: quoted(name.attribute),
    part: quoted(name.part),
    separator: `'${name.separator.replaceAll("'", "''")}'`,
  };
}
