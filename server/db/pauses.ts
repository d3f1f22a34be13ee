/** Pauses between attempts in ms; the longest one is repeated. */
const PAUSES = [500, 1_000, 2_000, 5_000, 10_000, 20_000];
const LONGEST_PAUSE = 30_000;

/** Pause in ms after this number of failed attempts: 0.5 s at first, 30 s at most. */
export function pauseAfter(tries: number): number {
  return PAUSES[tries] ?? LONGEST_PAUSE;
}
