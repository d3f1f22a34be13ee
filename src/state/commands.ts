import type { Command } from "#core/search/commands";

/** What can be done here, told by the parts of the portal that are drawn. */
export interface OfferedCommands {
  /** Adds the commands of a part as they are whenever they are asked for; the answer takes them away again. */
  add(make: () => readonly Command[]): () => void;
  list(): readonly Command[];
  /** A part was drawn anew: what it offers may be something else. */
  renew(): void;
  /** Told whenever something else may be offered. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Another number whenever something else may be offered. */
  readonly version: () => number;
}

export function createOfferedCommands(): OfferedCommands {
  const parts = new Set<() => readonly Command[]>();
  const listeners = new Set<() => void>();
  let version = 0;
  const renew = (): void => {
    version++;
    for (const tell of listeners) tell();
  };
  return {
    add: (make) => {
      parts.add(make);
      renew();
      return () => {
        parts.delete(make);
        renew();
      };
    },
    list: () => [...parts].flatMap((make) => make()),
    renew,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    version: () => version,
  };
}
