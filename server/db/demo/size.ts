/** S for a first look and for tests, M for trying out, L for figures: about 10,000, 100,000 and 1,000,000 objects. */
export const DEMO_SIZES = ["S", "M", "L"] as const;
export type DemoSize = (typeof DEMO_SIZES)[number];

export function isDemoSize(text: string): text is DemoSize {
  return DEMO_SIZES.some((size) => size === text);
}

/** Counts of the kinds that the others follow from. */
export interface DemoCounts {
  /** Units of levels 2, 3 and 4 below the one root. */
  readonly units: readonly [divisions: number, institutes: number, departments: number];
  readonly groups: number;
  readonly bcds: number;
  readonly accounts: number;
  /** Names of hosts. */
  readonly hosts: number;
  readonly aliases: number;
  readonly buildings: number;
  readonly rooms: number;
  /** Rooms with a wall socket of two jacks. */
  readonly outlets: number;
}

export const DEMO_COUNTS: Readonly<Record<DemoSize, DemoCounts>> = {
  S: {
    units: [5, 14, 40],
    groups: 80,
    bcds: 120,
    accounts: 150,
    hosts: 2_400,
    aliases: 150,
    buildings: 24,
    rooms: 400,
    outlets: 96,
  },
  M: {
    units: [8, 31, 80],
    groups: 300,
    bcds: 600,
    accounts: 800,
    hosts: 23_500,
    aliases: 1_400,
    buildings: 80,
    rooms: 3_000,
    outlets: 1_440,
  },
  L: {
    units: [10, 80, 320],
    groups: 1_500,
    bcds: 4_000,
    accounts: 3_000,
    hosts: 236_000,
    aliases: 13_500,
    buildings: 240,
    rooms: 12_000,
    outlets: 11_760,
  },
};
