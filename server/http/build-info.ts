import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface BuildInfo {
  readonly version: string;
  readonly versionName: string;
  readonly commit: string;
}

/** Each minor version has a name, in the order of the alphabet. */
const VERSION_NAME = "Ahorn";

/** The version of the product in package.json, and the commit from the environment or the checkout. */
export function readBuildInfo(root: string, env: Readonly<Record<string, string | undefined>>): BuildInfo {
  // The product's own file; only its version is read.
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return { version, versionName: VERSION_NAME, commit: env["NETPORTAL_COMMIT"] ?? commitOf(root) };
}

/** Outside a checkout (an unpacked archive, a container) there is no commit. The answer is then `release`, because the version tells the state. */
function commitOf(root: string): string {
  try {
    return execFileSync("git", ["rev-parse", "--short=7", "HEAD"], {
      cwd: root,
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
    }).trim();
  } catch {
    return "release";
  }
}
