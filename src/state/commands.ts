import type { Command } from "#core/search/commands";

export type OfferedCommands = ReturnType<typeof createOfferedCommands>;

/** Commands of the drawn parts of the portal. */
export function createOfferedCommands() {
  const parts = new Set<() => readonly Command[]>();
  const listeners = new Set<() => void>();
  let version = 0;
  const renew = (): void => {
    version++;
    for (const tell of listeners) tell();
  };
  return {
    /** Adds the commands of a part, read at each use; the answer removes them. */
    add: (make: () => readonly Command[]) => {
      parts.add(make);
      renew();
      return () => {
        parts.delete(make);
        renew();
      };
    },
    list: (): readonly Command[] => [...parts].flatMap((make) => make()),
    /** A part was redrawn and may offer other commands. */
    renew,
    /** Subscribes to changes of the offered commands. */
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    /** Changes with the offered commands. */
    version: () => version,
  };
}
