/** Names of statements that are sent often, so that each connection prepares them once. */
export interface StatementNames {
  /** The name of this text; undefined where it is not known to be sent often, or no name is left. */
  of(sql: string): string | undefined;
  /**
   * Notes that the caller has this name for this text. Throws where it had it for another one: the driver would refuse that too, but only on a
   * connection that has prepared the other, so seldom and never twice the same.
   */
  readonly given: (name: string, sql: string) => void;
}

/** Statements with a name at once: each costs memory on each connection. */
const NAMES = 100;
/** Texts seen once that are remembered. */
const SEEN = 500;

/**
 * The second time a text is sent it gets a name. When all names are given they are given anew, but not before `lifetime` ms have passed:
 * connections live no longer, so that none holds more than twice as many.
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
