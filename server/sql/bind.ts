/** A value with the SQL type it is sent as. */
export interface SqlValue {
  readonly value: unknown;
  readonly cast: string;
}

/** Collects the values of one statement; every value becomes `$n`, none is ever glued into the text. */
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

/** Puts `$n` for each `{name}` of the text; a name without value is a bug of the definition. */
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

/** Quoted identifier; names come from definitions only. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Column of an attribute. Every table has an `id` of its own, so an attribute of that name stands beside it (`nd.bcd`, `nd.vlan`). */
export function columnName(attribute: string): string {
  return attribute === "id" ? "id_" : attribute;
}
