/** Places that several holders share: a number for all of them, and a number for each. */
export interface Shares {
  readonly all: number;
  readonly each: number;
  /** A holder with fewer places than this gets one even if all are taken. */
  readonly kept: number;
}

/** Counts the places of holders. `take` gives the function that ends the place and may be called twice, or null if there is no place. */
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
