import type pg from "pg";

/** Names for frequent statements, so that each connection prepares them once. */
export interface StatementNames {
  /** The name of this text; undefined if it is not known to be frequent or no name is left. */
  of(sql: string): string | undefined;
  /**
   * Records the name that the caller gave to a text. Throws if the name had another text. The driver refuses that only on connections that have
   * prepared the other text.
   */
  readonly given: (name: string, sql: string) => void;
}

/** Limit of named statements, because each costs memory on each connection. */
const NAMES = 100;
/** Limit of remembered texts that were sent once. */
const SEEN = 500;

/**
 * A text gets a name when it is sent for the second time. Used names are given again after `lifetime` ms. No connection lives longer, so none has
 * more than twice `NAMES`.
 */
export function createStatementNames(lifetime: number, now: () => number): StatementNames {
  const texts = new Map<string, string>();
  const seen = new Set<string>();
  let names = new Map<string, string>();
  let generation = 0;
  let since = now();

  function named(sql: string): string | undefined {
    if (names.size >= NAMES) {
      if (now() - since < lifetime) return undefined;
      names = new Map();
      generation += 1;
      since = now();
    }
    const name = `list-${String(generation)}-${String(names.size)}`;
    names.set(sql, name);
    seen.delete(sql);
    return name;
  }

  return {
    of(sql) {
      const known = names.get(sql);
      if (known !== undefined || seen.has(sql)) return known ?? named(sql);
      seen.add(sql);
      const oldest = seen.size > SEEN ? seen.values().next().value : undefined;
      if (oldest !== undefined) seen.delete(oldest);
      return undefined;
    },
    given(name, sql) {
      const text = texts.get(name) ?? sql;
      if (text !== sql) throw new Error(`the statement name ${name} stands for two texts`);
      texts.set(name, text);
    },
  };
}

/** A statement in the form of the driver. `given`: its name, or `true` for a name once it is frequent. */
export function statement(
  names: StatementNames,
  sql: string,
  params?: readonly unknown[],
  given?: string | true,
): pg.QueryConfig {
  const name = given === true ? names.of(sql) : given;
  if (typeof given === "string") names.given(given, sql);
  return {
    text: sql,
    ...(params === undefined ? {} : { values: [...params] }),
    ...(name === undefined ? {} : { name }),
  };
}
