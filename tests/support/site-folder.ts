import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** Folders of a site's types, one for each version, because a process reads a definition only once. */
export function siteFolders() {
  const root = mkdtempSync(join(tmpdir(), "netportal-site-"));
  return {
    /** Writes a version; `types` has the members of each definition besides labels and rights, `migrations` the SQL of each file. */
    write(
      version: string,
      types: Readonly<Record<string, string>>,
      migrations: Readonly<Record<string, string>> = {},
    ) {
      const folder = join(root, version);
      mkdirSync(join(folder, "migrations"), { recursive: true });
      for (const [name, text] of Object.entries(types))
        writeFileSync(
          join(folder, `${name}.ts`),
          `import { defineObjectType } from "${ROOT}/server/catalogue/define.ts";
export default defineObjectType({ name: "lab.${name}", gpk: "lab${name}", label: { de: "${name}", en: "${name}" },
description: { de: "${name}", en: "${name}" }, own: null, read: "all", ${text} });`,
        );
      for (const [name, text] of Object.entries(migrations))
        writeFileSync(join(folder, "migrations", `${name}.sql`), text);
      return folder;
    },
    remove() {
      rmSync(root, { recursive: true });
    },
  };
}

/** The catalogue of the product with the types of this folder. */
export async function catalogueWith(folder: string): Promise<Catalogue> {
  process.env["NETPORTAL_OBJECTS"] = folder;
  try {
    return await loadCatalogue();
  } finally {
    delete process.env["NETPORTAL_OBJECTS"];
  }
}
