/** Processor time in ms of `work` on the machine that bounds are for: two cores at 2.1 GHz, nothing else running. */
const REFERENCE_MS = 70;
const ROUNDS = 9;

/**
 * How many times as much processor time the same work needs here and now as there; at least 1.
 * Other machines of the same host take time from this one, which its clock of the processor counts for the program.
 */
export function slowness(): number {
  const times = Array.from({ length: ROUNDS }, () => cpuMs(work));
  const median = times.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? REFERENCE_MS;
  return Math.max(1, median / REFERENCE_MS);
}

/** Processor time of this thread that the work takes, in ms. */
export function cpuMs(act: () => void): number {
  const begun = cpuNow();
  act();
  return cpuNow() - begun;
}

/** Processor time of this thread so far, in ms. Tests of pure computation measure by it, because other work on the machine does not count. */
export function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Objects, texts and maps, as the product handles them. */
function work(): void {
  const rows = Array.from({ length: 40_000 }, (_, at) => ({
    gpk: `n-${String(at)}`,
    name: `n${String(at * 7919)}.example.org.`,
  }));
  const byName = new Map(rows.map((row) => [row.name.toUpperCase(), { ...row, known: true }]));
  const kept = rows
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .filter(({ name }) => byName.has(name.toUpperCase()));
  JSON.parse(JSON.stringify(kept));
}
