import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** Writes the object type of docs/objects.md into a folder of a site. */
export function writeDocumentedType(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [, name = "", text = ""] of documented().matchAll(/^`(\S+\.ts)`:\n\n```ts\n([\s\S]*?)^```/gm))
    writeFileSync(join(folder, name), text.replaceAll("/opt/netportal", ROOT));
}

/** Writes the workflow of docs/objects.md into a folder of templates. */
export function writeDocumentedWorkflow(folder: string): void {
  for (const [, name = "", text = ""] of documented().matchAll(
    /^`(\S+\.json)`:\n\n```json\n([\s\S]*?)^```/gm,
  ))
    writeFileSync(join(folder, name), text);
}

/** The member of a definition that docs/objects.md shows by itself. */
export function documentedMember(name: string): string {
  const [, text = ""] = new RegExp(`^\`\`\`ts\\n(${name}: [\\s\\S]*?)^\`\`\``, "m").exec(documented()) ?? [];
  return text;
}

function documented(): string {
  return readFileSync(join(ROOT, "docs", "objects.md"), "utf8");
}
