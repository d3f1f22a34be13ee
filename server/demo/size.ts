import SIZES from "./data/sizes.json" with { type: "json" };

/** S for a first look and for tests, M for trial use, L for measurements: about 10,000, 100,000 and 1,000,000 objects. */
export const DEMO_COUNTS = SIZES;
export type DemoSize = keyof typeof SIZES;
export const DEMO_SIZES = Object.keys(SIZES);

export function isDemoSize(text: string): text is DemoSize {
  return DEMO_SIZES.includes(text);
}

/** Counts from which all others follow: units of levels 2 to 4, names of hosts, and `outlets`, rooms with a wall socket of two jacks. */
export type DemoCounts = (typeof SIZES)[DemoSize];
