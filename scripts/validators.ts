/** Writes src/core/generated: ajv validators compiled ahead, because the portal's policy forbids `eval`. */
import { readFile, writeFile } from "node:fs/promises";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";

/** Schemas that the portal checks against. All errors of a template are reported at once, because its author wants to see them together. */
const DOCUMENTS = ["planned-list-2", "version_1"];
const schemas = new URL("../schemas/", import.meta.url);
const generated = new URL("../src/core/generated/", import.meta.url);

/** Source code of the validator for a schema, as one module without imports. */
export async function validatorSource(document: string): Promise<string> {
  // Parse boundary: the schema is a file of this repository.
  const schema = JSON.parse(await readFile(new URL(`${document}.schema.json`, schemas), "utf8")) as object;
  const options = { strict: false, code: { source: true, esm: true, lines: true } } as const;
  const ajv =
    document === "version_1"
      ? // Lengths count UTF-16 units, because counting characters would need a part of ajv at run time.
        new Ajv2020({ ...options, allErrors: true, unicode: false, logger: false })
      : new Ajv({ ...options, unicodeRegExp: true });
  return standalone(ajv, ajv.compile(schema));
}

const DOCUMENT_DECLARATION = `import type { ErrorObject } from "ajv";

declare const validate: { (document: unknown): boolean; errors?: readonly ErrorObject[] | null };
export default validate;
`;

async function write(name: string, source: string, declaration: string): Promise<void> {
  await writeFile(new URL(`${name}.js`, generated), source);
  await writeFile(new URL(`${name}.d.ts`, generated), declaration);
}

if (import.meta.main) {
  for (const document of DOCUMENTS)
    await write(document, await validatorSource(document), DOCUMENT_DECLARATION);
}
