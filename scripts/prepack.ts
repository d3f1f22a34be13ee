/** `npm pack`: a release holds the built portal, packed for browsers, the exact versions of the packages that the server needs, what it is made of, and the licences. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildInfo } from "../server/http/build-info.ts";
import { buildPortalIfStale } from "../server/http/portal-build.ts";
import { readBill } from "./bill.ts";
import { licencesOf } from "./licences.ts";
import { withoutEngines } from "./without-engines.ts";

const root = join(import.meta.dirname, "..");
const { commit } = readBuildInfo(root, process.env);
await buildPortalIfStale({ root, commit, onProgress: console.error });
// npm leaves package-lock.json out of every package.
const locked = readFileSync(join(root, "package-lock.json"), "utf8");
write("npm-shrinkwrap.json", withoutEngines(JSON.parse(locked)));
write("sbom.cdx.json", readBill(root));
const sentence =
  "The server needs these packages. `dist/licences.md` has the licences of those in the portal.";
writeFileSync(join(root, "LICENCES.md"), licencesOf(sentence, serverFolders()));

function write(file: string, content: unknown): void {
  writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`);
}

/** Folders of the packages that `npm ci --omit=dev` installs on this platform. */
function serverFolders(): readonly string[] {
  // Parse boundary: the lock file of this project.
  const { packages } = JSON.parse(locked) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([path, one]) => path !== "" && one.dev !== true)
    .map(([path]) => join(root, path))
    .filter((folder) => existsSync(folder));
}
