/** A value with its SQL type. */
export interface SqlValue {
  readonly value: unknown;
  readonly cast: string;
}

interface NamedType {
  readonly system: string;
  readonly object: string;
}

/** Collects the values of one statement: every value becomes `$n` and is never part of the text. */
export interface Params {
  add(value: unknown, cast: string): string;
  readonly values: readonly unknown[];
}

export function createParams(): Params {
  const values: unknown[] = [];
  return {
    values,
    add(value, cast) {
      values.push(value);
      return `$${String(values.length)}::${cast}`;
    },
  };
}

/** Replaces each `{name}` of the text by `$n`; a name without a value is a bug in a definition. */
export function bind(sql: string, named: Readonly<Record<string, SqlValue>>, params: Params): string {
  const placed = new Map<string, string>();
  return sql.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const known = placed.get(name);
    if (known !== undefined) return known;
    const given = named[name];
    if (given === undefined) throw new Error(`no value for {${name}} in: ${sql}`);
    const place = params.add(given.value, given.cast);
    placed.set(name, place);
    return place;
  });
}

/**
 * `any` of a list that is hidden from the planner. A prepared statement then keeps its plan. Otherwise it is planned for each list, which takes
 * longer than executing it.
 */
export function anyOf(list: string, sqlType: string): string {
  return `any((select ${list})::${sqlType}[])`;
}

/** Quoted identifier; names come from definitions only. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Text as a constant of SQL. */
export function textSql(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Name of a constraint or index of a type. */
export function constraintName({ system, object }: NamedType, what: string): string {
  return `${system}_${object}_${what}`;
}

/** Column of an attribute. Every table has its own `id`, so an attribute of that name gets another column (`nd.bcd`, `nd.vlan`). */
export function columnName(attribute: string): string {
  return attribute === "id" ? "id_" : attribute;
}
