import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadCatalogue, OWN_TYPES } from "../../server/catalogue/load.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import type { Database } from "../../server/db/database.ts";
import { openDatabase } from "../../server/db/open.ts";
import { prove } from "../../server/open.ts";
import { describe as metadataOf } from "../../server/wapi/describe/metadata.ts";
import { recordCreated } from "../../server/wapi/write/by-system.ts";
import { callsOf, executorOf, smallWorld, type SmallWorld } from "./small-world.ts";

const DEFINE = join(import.meta.dirname, "../../server/catalogue/define.ts");

/** The definition of a type `lab.<object>` as a site writes it; `LABEL` is a label, `NAME` a key attribute, `rule` makes a rule. */
export function siteFile(object: string, members: string): string {
  return `import { rule } from "${DEFINE}"; const LABEL = { de: "Ding", en: "Thing" }; const NAME = { type: "text_id", label: { de: "Name", en: "Name" } };
export default { name: "lab.${object}", gpk: "lab${object}", label: LABEL, description: LABEL, key: ["name"], ${members.includes("read:") ? "" : `read: "all", `}${members} };`;
}

/** A database that exists before a site adds types to it. */
export interface SiteWorld {
  readonly small: SmallWorld;
  /** Starts with these types beside those of the product: object → members of its definition. */
  start(types: Readonly<Record<string, string>>): Promise<Started>;
  close(): Promise<void>;
}

export interface Started extends Pick<SmallWorld, "execute" | "dry" | "post" | "get"> {
  readonly db: Database;
  readonly catalogue: Catalogue;
  /** Messages of the start. */
  readonly said: readonly string[];
}

export async function siteWorld(): Promise<SiteWorld> {
  const small = await smallWorld();
  const started: Database[] = [];
  const folders: string[] = [];
  return {
    small,
    async start(types) {
      const folder = mkdtempSync(join(tmpdir(), "site-"));
      folders.push(folder);
      for (const [object, members] of Object.entries(types))
        writeFileSync(join(folder, `${object}.ts`), siteFile(object, members));
      const catalogue = await loadCatalogue([...OWN_TYPES, folder]);
      const said: string[] = [];
      const onProgress = (text: string): void => void said.push(text);
      const metadata = metadataOf(catalogue);
      const db = await openDatabase({
        url: small.url,
        catalogue,
        metadata,
        prove,
        record: recordCreated,
        onProgress,
      });
      started.push(db);
      return { db, catalogue, said, ...callsOf(executorOf(db, catalogue, "rw")) };
    },
    async close() {
      for (const db of started) await db.close();
      await small.close();
      for (const folder of folders) rmSync(folder, { recursive: true });
    },
  };
}
