import { tableOf } from "../catalogue/derived.ts";
import { quoted } from "./bind.ts";
import type { ColumnDefinition } from "./ddl-column.ts";
import type { Definition, TableDefinition } from "./ddl.ts";
import { named, renamedType, type Renaming } from "./ddl-renamed.ts";

export { named } from "./ddl-renamed.ts";

/** A difference that only a migration can remove, and what to write into the migration. */
export interface Difference {
  /** The object type. */
  readonly type: string;
  /** Its attribute, column or constraint; null for the type itself. */
  readonly at: string | null;
  readonly text: string;
  /** Objects that the lines `-- changes:` of the migration name. */
  readonly changes: readonly string[];
  readonly sql: readonly string[];
  /** Statements and changes if the attribute or type was renamed instead. */
  readonly renamed: Renaming | null;
  /** Rows or values that would be lost: all, or those that do not fit the type. */
  readonly loses: "table" | "column" | { readonly type: string } | null;
}

/** Differences in an order in which their statements can run. */
export function refusedIn(applied: Definition | null, present: Definition): readonly Difference[] {
  if (applied === null) return [];
  const gone = Object.keys(applied.tables).filter((name) => present.tables[name] === undefined);
  return [
    ...goneSets(applied, present),
    ...Object.entries(applied.tables).flatMap(([name, old]) => {
      const table = present.tables[name];
      return table === undefined ? [] : inTable(name, old, table);
    }),
    ...referringFirst(gone, applied.tables).map((name) => goneTable(name, applied, present)),
  ];
}

/** Whether a check is replaced, because the definition changes, adds or removes it. The start fails if rows break the new check. */
export function isReplaced(was: string | undefined, is: string | undefined): boolean {
  return [was ?? is, is ?? was].every((sql) => sql?.startsWith("check") === true);
}

/** Whether two texts differ by white space at most, which makes no constraint and no index anew. */
export function isSame(was: string | undefined, is: string | undefined): boolean {
  return was === is || (was !== undefined && is !== undefined && bare(was) === bare(is));
}

/** A text without white space outside of its constants. */
function bare(sql: string): string {
  const parts = sql.split("'");
  return parts.map((part, at) => (at % 2 === 0 ? part.replaceAll(/\s+/g, "") : part)).join("'");
}

function difference(type: string, at: string | null, text: string, more: Partial<Difference>): Difference {
  const changes = [at === null ? type : `${type}.${at}`];
  return { type, at, text, changes, sql: [], renamed: null, loses: null, ...more };
}

function goneTable(name: string, applied: Definition, present: Definition): Difference {
  const { links = {} } = applied;
  const sets = Object.entries(links).filter(([path]) => path.startsWith(`${name}.`));
  return difference(name, null, "the object type is gone, its table is still there", {
    sql: [...sets.map(([, { table }]) => `drop table ${table};`), `drop table ${named(name)};`],
    renamed: renamedType(name, applied, present),
    loses: "table",
  });
}

function goneSets({ links = {} }: Definition, present: Definition): readonly Difference[] {
  return Object.entries(links).flatMap(([path, { table, to }]) => {
    const type = path.split(".").slice(0, 2).join(".");
    const now = present.links?.[path];
    if (present.tables[type] === undefined || now?.to === to) return [];
    const text =
      now === undefined
        ? "the set of references is gone, its table is still there"
        : `the set referred to ${to} and now refers to ${now.to}`;
    const at = path.slice(type.length + 1);
    return [difference(type, at, text, { sql: [`drop table ${table};`], loses: "column" })];
  });
}

/** A table comes before those that it refers to. */
function referringFirst(names: readonly string[], tables: Definition["tables"]): readonly string[] {
  const refersTo = (from: string, to: string): boolean =>
    Object.values(tables[from]?.constraints ?? {}).some((sql) => sql.includes(`references ${tableOf(to)} `));
  const left = [...names];
  const sorted: string[] = [];
  while (left.length > 0) {
    const free = left.findIndex((name) => !left.some((other) => other !== name && refersTo(other, name)));
    sorted.push(...left.splice(Math.max(free, 0), 1));
  }
  return sorted;
}

/** A column before and after. */
interface Changed {
  readonly name: string;
  readonly column: string;
  readonly was: ColumnDefinition;
  readonly is: ColumnDefinition;
}

function inTable(name: string, old: TableDefinition, table: TableDefinition): readonly Difference[] {
  const columns = Object.entries(old.columns).flatMap(([column, was]) => {
    const is = table.columns[column];
    if (is === undefined) return [goneColumn(name, column, old, table)];
    return inColumn({ name, column, was, is }, table);
  });
  const needed = Object.entries(table.columns).flatMap(([column, is]) =>
    old.columns[column] === undefined && needsValue(is) ? [neededColumn(name, column, is)] : [],
  );
  return [...columns, ...needed, ...inConstraints(name, old, table)];
}

function goneColumn(name: string, column: string, old: TableDefinition, table: TableDefinition): Difference {
  return difference(name, column, "the attribute is gone, its column is still there", {
    sql: [`alter table ${named(name)} drop column ${named(column)};`],
    renamed: renaming(name, column, old, table),
    loses: "column",
  });
}

/** A new attribute that may be the renamed lost one, if exactly one is like it. */
function renaming(
  name: string,
  column: string,
  old: TableDefinition,
  table: TableDefinition,
): Renaming | null {
  const was = old.columns[column];
  const same = Object.entries(table.columns).filter(
    ([other, is]) =>
      old.columns[other] === undefined && is.type === was?.type && is.isRequired === was.isRequired,
  );
  const [to = "", is] = same[0] ?? [];
  if (same.length !== 1 || was === undefined || is === undefined) return null;
  const alter = `alter table ${named(name)}`;
  const kept = Object.entries(old.constraints).flatMap(([constraint, sql]) => {
    // The table that a foreign key refers to may have the same name.
    const [own = "", ...target] = sql.split(/(?= references )/);
    const renamed = [own.replaceAll(quoted(column), quoted(to)), ...target].join("");
    const now = Object.entries(table.constraints).find(
      ([other, text]) => text === renamed && (other === constraint || old.constraints[other] === undefined),
    )?.[0];
    return renamed === sql || now === undefined ? [] : [{ constraint, now }];
  });
  const moved = kept.filter(({ constraint, now }) => constraint !== now);
  const defaults =
    was.default === is.default ? [] : [`${alter} alter column ${named(to)} ${defaultChange(is)};`];
  return {
    to,
    changes: [
      `${name}.${column}`,
      `${name}.${to}`,
      ...new Set(kept.flatMap(({ constraint, now }) => [`${name} ${constraint}`, `${name} ${now}`])),
    ],
    sql: [
      `${alter} rename column ${named(column)} to ${named(to)};`,
      ...moved.map(
        ({ constraint, now }) => `${alter} rename constraint ${named(constraint)} to ${named(now)};`,
      ),
      ...defaults,
    ].join("\n"),
  };
}

function neededColumn(name: string, column: string, is: ColumnDefinition): Difference {
  const alter = `alter table ${named(name)}`;
  return difference(name, column, "a new attribute has to be nullable or have a default", {
    sql: [
      `${alter} add column ${named(column)} ${is.type};`,
      `update ${named(name)} set ${named(column)} = …; -- the value of the rows that exist`,
      `${alter} alter column ${named(column)} set not null;`,
    ],
  });
}

function inConstraints(name: string, old: TableDefinition, table: TableDefinition): readonly Difference[] {
  return Object.entries(old.constraints).flatMap(([constraint, was]) => {
    const is = table.constraints[constraint];
    if (isSame(was, is) || isReplaced(was, is)) return [];
    const alter = `alter table ${named(name)}`;
    const text =
      is === undefined
        ? `the constraint ${constraint} is gone`
        : `the constraint ${constraint} was "${was}" and is now "${is}"`;
    const add = is === undefined ? [] : [`${alter} add constraint ${named(constraint)} ${is};`];
    return [
      difference(name, null, text, {
        changes: [`${name} ${constraint}`],
        // The constraint is already gone if its column was dropped.
        sql: [`${alter} drop constraint if exists ${named(constraint)};`, ...add],
      }),
    ];
  });
}

function needsValue({ type, isRequired, default: value }: ColumnDefinition): boolean {
  const isHiddenRequired = /\bnot null\b/i.test(type) && !/\b(default|generated)\b/i.test(type);
  return (isRequired && value === null) || isHiddenRequired;
}

function inColumn(changed: Changed, table: TableDefinition): readonly Difference[] {
  const { name, column, was, is } = changed;
  const told = [
    ["the type", was.type, is.type],
    ["it", needed(was), needed(is)],
    ["the default", was.default ?? "absent", is.default ?? "absent"],
  ] as const;
  const text = told.filter(([, before, now]) => before !== now);
  if (text.length === 0) return [];
  const isRetyped = was.type !== is.type;
  const sql = isRetyped && refersElsewhere(column, table) ? lookedUp(changed) : altered(changed);
  const texts = text.map(([what, before, now]) => `${what} was ${before} and is now ${now}`);
  return [difference(name, column, texts.join("; "), { sql, loses: isRetyped ? { type: is.type } : null })];
}

function needed({ isRequired }: ColumnDefinition): string {
  return isRequired ? "required" : "nullable";
}

function defaultChange({ default: value }: ColumnDefinition): string {
  return value === null ? "drop default" : `set default ${value}`;
}

function altered({ name, column, was, is }: Changed): readonly string[] {
  const alter = `alter column ${named(column)}`;
  const isRetyped = was.type !== is.type;
  const withDefault = isRetyped && was.default !== null ? [`${alter} drop default`] : [];
  const parts = [
    ...withDefault,
    ...(isRetyped ? [`${alter} type ${is.type} using ${named(column)}::${plain(is.type)}`] : []),
    ...(was.isRequired === is.isRequired ? [] : [`${alter} ${is.isRequired ? "set" : "drop"} not null`]),
    ...(was.default === is.default && withDefault.length === 0 ? [] : [`${alter} ${defaultChange(is)}`]),
  ];
  return [`alter table ${named(name)} ${parts.join(", ")};`];
}

/** A type without its collation, in the form of a cast. */
export function plain(type: string): string {
  return type.replace(/ collate .*$/, "");
}

function refersElsewhere(column: string, { constraints }: TableDefinition): boolean {
  return Object.values(constraints).some((sql) => sql.startsWith(`foreign key (${quoted(column)})`));
}

/** Values that become references are looked up, because a cast cannot find rows. */
function lookedUp({ name, column, is }: Changed): readonly string[] {
  const alter = `alter table ${named(name)}`;
  const old = named(`${column}_before`);
  return [
    `${alter} rename column ${named(column)} to ${old};`,
    `${alter} add column ${named(column)} ${is.type};`,
    `update ${named(name)} t set ${named(column)} = (select o.id from … o where o.… = t.${old}); -- the rows that the values name`,
    ...(is.isRequired ? [`${alter} alter column ${named(column)} set not null;`] : []),
    `${alter} drop column ${old};`,
  ];
}
