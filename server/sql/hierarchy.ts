import type { HierarchySpec } from "../catalogue/define.ts";
import type { ObjectType } from "../catalogue/object-type.ts";
import { constraintName, quoted, textSql } from "./bind.ts";
import type { ColumnDefinition } from "./ddl-column.ts";

/** Columns of a tree besides its attributes: the ids from the root to the row. */
export function hierarchyColumns(type: ObjectType): Readonly<Record<string, ColumnDefinition>> {
  if (type.spec.hierarchy === undefined) return {};
  return { path: { type: "bigint[]", isRequired: true, default: null } };
}

/**
 * Triggers that maintain `path` and the stored name. The row is completed before it is written, so that `returning` shows the result. One statement
 * after each update moves everything below.
 */
export function hierarchyStatements(type: ObjectType): readonly string[] {
  const { hierarchy } = type.spec;
  if (hierarchy === undefined) return [];
  const tree = treeOf(hierarchy);
  return [...placeStatements(type, tree), ...followStatements(type, tree)];
}

type Tree = ReturnType<typeof treeOf>;

/** Parts of the statements; those of the stored name are empty for a tree without one. */
function treeOf(hierarchy: HierarchySpec) {
  const parent = quoted(hierarchy.parent);
  const stored = hierarchy.name ?? { attribute: "", part: "", separator: "" };
  const [name, part] = [quoted(stored.attribute), quoted(stored.part)];
  const separator = textSql(stored.separator);
  const ifNamed = (sql: string): string => (hierarchy.name === undefined ? "" : sql);
  return {
    parent,
    watched: hierarchy.name === undefined ? [parent] : [parent, part],
    setRoot: ifNamed(`new.${name} := new.${part};`),
    setBelow: ifNamed(`new.${name} := above.${name} || ${separator} || new.${part};`),
    nameColumn: ifNamed(", name"),
    nameStart: ifNamed(`, t.${part}`),
    nameAbove: ifNamed(`, t.${part} || ${separator} || u.name`),
    setName: ifNamed(`, ${name} = up.name`),
    isOther: ifNamed(` or t.${name} is distinct from up.name`),
  };
}

function placeStatements(type: ObjectType, tree: Tree): readonly string[] {
  const { system, object, table } = type;
  const name = `${quoted(system)}.${quoted(`${object}_place`)}`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $body$
    declare
      above record;
    begin
      if tg_op = 'UPDATE' then
        -- Two moves at once could each be right and close a ring together.
        perform pg_advisory_xact_lock(hashtext('${type.name}'), 0);
      end if;
      select * into above from ${table} t where t.id = new.${tree.parent};
      if not found then
        new.path := array[new.id];
        ${tree.setRoot} return new;
      end if;
      if new.id = any(above.path) then
        raise exception
          using errcode = 'check_violation', message = 'a row below itself', schema = '${system}',
            table = '${object}', constraint = '${constraintName(type, "cycle")}';
      end if;
      new.path := above.path || new.id;
      ${tree.setBelow} return new;
    end $body$`,
    `create or replace trigger ${quoted(`${object}_place`)} before insert or update of ${tree.watched.join(", ")}
      on ${table}
      for each row execute function ${name}()`,
  ];
}

function followStatements(type: ObjectType, tree: Tree): readonly string[] {
  const { system, object, table } = type;
  const name = `${quoted(system)}.${quoted(`${object}_follow`)}`;
  const changed = `from old_rows o join new_rows n on n.id = o.id
    where ${tree.watched.map((column) => `o.${column} is distinct from n.${column}`).join(" or ")}`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $body$
    begin
      if not exists (select ${changed}) then
        return null;
      end if;
      with recursive moved as (
          select t.id
          from ${table} t
          where t.path && (select array_agg(n.id) ${changed})),
        up(id, parent, path${tree.nameColumn}) as (
          select t.id, t.${tree.parent}, array[t.id]${tree.nameStart}
          from ${table} t join moved m on m.id = t.id
          union all select u.id, t.${tree.parent}, t.id || u.path${tree.nameAbove}
          from up u join ${table} t on t.id = u.parent)
        update ${table} t
        set path = up.path${tree.setName}
        from up
        where up.parent is null and t.id = up.id and (t.path is distinct from up.path${tree.isOther});
      return null;
    end $body$`,
    `create or replace trigger ${quoted(`${object}_follow`)} after update on ${table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function ${name}()`,
  ];
}
