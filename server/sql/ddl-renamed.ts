import { tableOf } from "../catalogue/derived.ts";
import { quoted, textSql } from "./bind.ts";
import type { Definition, TableDefinition } from "./ddl.ts";

/** A renaming that may be the real change instead of a loss. */
export interface Renaming {
  readonly to: string;
  readonly changes: readonly string[];
  readonly sql: string;
}

/** The statement without unnecessary quotes. */
export function named(name: string): string {
  return name
    .split(".")
    .map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : quoted(part)))
    .join(".");
}

/** The new type of the same system with the columns of a lost one, if there is exactly one. */
export function renamedType(name: string, applied: Definition, present: Definition): Renaming | null {
  const old = applied.tables[name];
  const [system = ""] = name.split(".");
  const like = Object.entries(present.tables).filter(
    ([other, is]) =>
      applied.tables[other] === undefined &&
      other.startsWith(`${system}.`) &&
      columnsIn(is, other) === columnsIn(old, name),
  );
  const [to = "", is] = like[0] ?? [];
  if (like.length !== 1 || old === undefined || is === undefined) return null;
  const [was, now] = [objectOf(name), objectOf(to)];
  return {
    to,
    changes: [name, to, ...referring(name, to, applied, present)],
    sql: [
      `alter table ${named(name)} rename to ${named(now)};`,
      ...(old.columns["id"]?.default == null
        ? []
        : [`alter sequence ${named(`${name}_id_seq`)} rename to ${named(`${now}_id_seq`)};`]),
      ...renamedWithin(`${system}_${was}_`, `${system}_${now}_`, old, is, to),
      ...setsOf(name, to, applied, present),
      ...triggersOn(name, applied).map((trigger) => `drop trigger if exists ${trigger} on ${named(to)};`),
      `update wapi.change_log set object_fq_name = ${textSql(to)} where object_fq_name = ${textSql(name)};`,
    ].join("\n"),
  };
}

function objectOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

/** The definition of the columns without the name of the table, so that two tables can be compared. */
function columnsIn(table: TableDefinition | undefined, name: string): string {
  const columns = Object.entries(table?.columns ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(columns).replaceAll(`${objectOf(name)}_id_seq`, "id_seq");
}

/** Names of constraints and indexes begin with that of the type. */
function renamedWithin(
  was: string,
  now: string,
  old: TableDefinition,
  is: TableDefinition,
  to: string,
): readonly string[] {
  const [system = ""] = to.split(".");
  const pairs = (names: object, there: object) =>
    Object.keys(names).flatMap((name) => {
      const renamed = name.startsWith(was) ? now + name.slice(was.length) : name;
      return renamed !== name && renamed in there ? [{ name, renamed }] : [];
    });
  return [
    ...pairs(old.constraints, is.constraints).map(
      ({ name, renamed }) =>
        `alter table ${named(to)} rename constraint ${named(name)} to ${named(renamed)};`,
    ),
    ...pairs(old.indexes, is.indexes).map(
      ({ name, renamed }) => `alter index ${named(`${system}.${name}`)} rename to ${named(renamed)};`,
    ),
  ];
}

/** Sets of references of the type have tables of their own. */
function setsOf(name: string, to: string, applied: Definition, present: Definition): readonly string[] {
  return Object.keys(applied.links ?? {}).flatMap((from) => {
    if (!from.startsWith(`${name}.`)) return [];
    const attribute = from.slice(name.length + 1);
    if (present.links?.[`${to}.${attribute}`] === undefined) return [];
    const [was, now] = [`${name}_${attribute}`, `${to}_${attribute}`];
    const [before, after] = [was, now].map((one) => one.replace(".", "_"));
    const [system = ""] = to.split(".");
    return [
      `alter table ${named(was)} rename to ${named(objectOf(now))};`,
      ...["", "_pkey", "_row"].map(
        (end) =>
          `alter table ${named(now)} rename constraint ${named(`${before ?? ""}${end}`)} to ${named(`${after ?? ""}${end}`)};`,
      ),
      `alter index ${named(`${system}.${before ?? ""}_idx`)} rename to ${named(`${after ?? ""}_idx`)};`,
    ];
  });
}

/** PostgreSQL adapts constraints and sets of other types to the renamed table. */
function referring(name: string, to: string, applied: Definition, present: Definition): readonly string[] {
  const target = (one: string): string => `references ${tableOf(one)} `;
  const constraints = Object.entries(applied.tables).flatMap(([other, { constraints: all }]) =>
    other === name
      ? []
      : Object.entries(all)
          .filter(([constraint, sql]) => {
            const now = present.tables[other]?.constraints[constraint];
            return now !== sql && now === sql.replace(target(name), target(to));
          })
          .map(([constraint]) => `${other} ${constraint}`),
  );
  const sets = Object.entries(applied.links ?? {}).filter(
    ([path, set]) => !path.startsWith(`${name}.`) && set.to === name && present.links?.[path]?.to === to,
  );
  return [...constraints, ...sets.map(([path]) => path)];
}

/** Triggers are created again under the new name. */
function triggersOn(name: string, { statements }: Definition): readonly string[] {
  const [system = "", object = ""] = name.split(".");
  const made = new RegExp(
    `create (?:or replace )?(?:constraint )?trigger (\\S+)[^;]*? on "?${system}"?\\."?${object}"?\\s`,
    "i",
  );
  return statements.flatMap((sql) => made.exec(sql)?.[1] ?? []);
}
