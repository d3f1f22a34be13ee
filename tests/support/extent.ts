const FACTOR = Number(process.env["NETPORTAL_TEST_EXTENT"] ?? "1");

/** Number of rounds of a random test: `count` in the whole suite, multiplied by NETPORTAL_TEST_EXTENT if that is set. */
export function extent(count: number): number {
  return Math.ceil(count * FACTOR);
}

/** Seed of a random test: NETPORTAL_TEST_SEED, or the test's own. */
export function seed(own: number): number {
  return Number(process.env["NETPORTAL_TEST_SEED"] ?? String(own));
}
