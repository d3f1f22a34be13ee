/**
 * A lock file whose packages name no version of Node. They run on the Node of the release, but npm compares them with the Node that runs npm. So npm
 * would warn for each package and leave out optional ones. The release itself keeps its `engines`.
 */
export function withoutEngines(lock: unknown): unknown {
  if (typeof lock !== "object" || lock === null || !("packages" in lock)) return lock;
  const { packages } = lock;
  if (typeof packages !== "object" || packages === null) return lock;
  const kept = new Map(
    Object.entries(packages).map(([path, entry]: [string, unknown]) => [
      path,
      path === "" || typeof entry !== "object" || entry === null ? entry : { ...entry, engines: undefined },
    ]),
  );
  const made: Readonly<Record<string, unknown>> = Object.fromEntries(kept);
  return { ...lock, packages: made };
}
