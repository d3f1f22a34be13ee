import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileNameOf, layOut } from "./deb/tree.ts";

/**
 * `npm run deb`: packs a release, installs its packages and makes a package of Debian from both, in the folder of the project (`--to` names another).
 * `npm run deb -- netportal-<version>.tgz` takes an existing release; `--revision 2` is for packing the same version once more.
 */
const ROOT = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  options: { revision: { type: "string", default: "1" }, to: { type: "string", default: ROOT } },
  allowPositionals: true,
});

const scratch = mkdtempSync(join(tmpdir(), "netportal-deb-"));
try {
  const release = positionals[0] === undefined ? pack() : resolve(positionals[0]);
  execFileSync("tar", ["xzf", release, "-C", scratch]);
  const unpacked = join(scratch, "package");
  run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], unpacked);
  const tree = join(scratch, "tree");
  const facts = layOut({
    unpacked,
    tree,
    packaging: join(ROOT, "packaging", "deb"),
    revision: values.revision,
  });
  const file = join(resolve(values.to), fileNameOf(facts));
  // xz needs ten minutes for the same. The dpkg of Debian 12 reads both formats.
  run("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z9", "--build", tree, file], ROOT);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function pack(): string {
  const out = execFileSync("npm", ["pack", "--json", "--pack-destination", scratch], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Parse boundary: the report of npm about one package.
  const [packed] = JSON.parse(out) as readonly [{ readonly filename: string }];
  return join(scratch, packed.filename);
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: "inherit" });
}
