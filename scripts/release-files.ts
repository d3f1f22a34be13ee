import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readBill, serverFolders } from "./bill.ts";
import { licencesOf } from "./licences.ts";
import { withoutEngines } from "./without-engines.ts";

const SENTENCE =
  "The server needs these packages. `dist/licences.md` has the licences of those in the portal.";

/** Texts of the files that only a release has, made from the root of the project: the versions of its packages, its bill of materials, and the licences. */
export const RELEASE_FILES = {
  // npm leaves package-lock.json out of every package.
  "npm-shrinkwrap.json": (root: string) =>
    json(withoutEngines(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")))),
  "sbom.cdx.json": (root: string) => json(readBill(root)),
  "LICENCES.md": (root: string) => licencesOf(SENTENCE, serverFolders(root)),
} as const;

function json(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}
