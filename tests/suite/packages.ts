import { missingPackages, PACKAGES } from "../support/debian.ts";
import { aptGet, install, isRoot } from "./program.ts";

/** The one setting for machines that lack packages on purpose: their names, with commas between them. */
const SETTING = "NETPORTAL_TEST_WITHOUT";

/** Packages that are meant to be missing. */
export function meantMissing(): readonly string[] {
  return (process.env[SETTING] ?? "").split(",").filter((name) => name !== "");
}

/** Why a run cannot begin, or null. `missing` are packages of programs that are not there, `without` those that are meant to be missing. */
export function refusal(missing: readonly string[], without: readonly string[]): string | null {
  const unknown = without.filter((name) => !PACKAGES.includes(name));
  if (unknown.length > 0) return `${SETTING} names packages that no test needs: ${unknown.join(", ")}`;
  const unmeant = missing.filter((name) => !without.includes(name));
  if (unmeant.length === 0) return null;
  return [
    `Tests need packages that are missing: ${unmeant.join(", ")}`,
    `  as root:       apt-get install --no-install-recommends ${unmeant.join(" ")}`,
    `  without them:  ${SETTING}=${[...without, ...unmeant].join(",")} npm test`,
  ].join("\n");
}

/** Installs what tests need, if root runs them: nobody's own machine gets name servers by a test. Returns why the run cannot begin, or null. */
export function ensurePackages(): string | null {
  const without = meantMissing();
  const wanted = (): readonly string[] => missingPackages().filter((name) => !without.includes(name));
  if (wanted().length > 0 && isRoot()) {
    aptGet(["update", "-qq"]);
    // One by one if a package is not there, so that the others are.
    if (!install(wanted())) for (const name of wanted()) install([name]);
  }
  return refusal(missingPackages(), without);
}
