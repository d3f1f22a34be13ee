/** Time in ms within ten minutes that others wait for the applying calls of one person before these yield. */
const PATIENCE_MS = 30_000;
const WITHIN_MS = 600_000;

/** How long others have waited for the locks of each person's calls, in this process. */
export interface Patience {
  /** Adds a wait of others in ms. True if they have waited for this person for too long. */
  waited(person: string, ms: number): boolean;
}

export function createPatience(now: () => number = () => performance.now()): Patience {
  /** The first person is the one with the oldest entry. */
  const waits = new Map<string, { readonly since: number; ms: number }>();
  return {
    waited(person, ms) {
      const time = now();
      for (const [name, { since }] of waits) {
        if (time - since < WITHIN_MS) break;
        waits.delete(name);
      }
      const own = waits.get(person) ?? { since: time, ms: 0 };
      waits.set(person, own);
      own.ms += ms;
      return own.ms > PATIENCE_MS;
    },
  };
}
