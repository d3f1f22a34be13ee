/**
 * `npm pack`: a release contains the built portal, compressed for browsers, the exact versions of the packages that the server needs, its bill of
 * materials, and the licences.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readBuildInfo } from "../server/http/build-info.ts";
import { buildPortalIfStale } from "../server/http/portal-build.ts";
import { readBill, serverFolders } from "./bill.ts";
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
writeFileSync(join(root, "LICENCES.md"), licencesOf(sentence, serverFolders(root)));

function write(file: string, content: unknown): void {
  writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`);
}
