import type { Command } from "#core/search/commands";

/** What can be done here, told by the parts of the portal that are drawn. */
export interface OfferedCommands {
  /** Adds the commands of a part as they are whenever they are asked for; the answer takes them away again. */
  add(make: () => readonly Command[]): () => void;
  list(): readonly Command[];
}

export function createOfferedCommands(): OfferedCommands {
  const parts = new Set<() => readonly Command[]>();
  return {
    add: (make) => {
      parts.add(make);
      return () => void parts.delete(make);
    },
    list: () => [...parts].flatMap((make) => make()),
  };
}
