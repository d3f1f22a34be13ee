/** Places that holders share: so many for all of them, and so many for one. */
export interface Shares {
  readonly all: number;
  readonly each: number;
  /** A holder with fewer places than this gets one also when all are taken. */
  readonly kept: number;
}

/** Counts the places of holders. `take` gives null if there is none, else the end of the place, which may be called twice. */
export function createShares({ all, each, kept }: Shares) {
  const held = new Map<string, number>();
  let taken = 0;
  return {
    take(holder: string): (() => void) | null {
      const own = held.get(holder) ?? 0;
      if (own >= each || (taken >= all && own >= kept)) return null;
      held.set(holder, own + 1);
      taken++;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        taken--;
        const left = (held.get(holder) ?? 1) - 1;
        if (left === 0) held.delete(holder);
        else held.set(holder, left);
      };
    },
  };
}
