/** Writes src/core/generated: ajv validators of the documents in schemas/, compiled ahead because the portal's policy forbids `eval`. */
import { readFile, writeFile } from "node:fs/promises";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

const DOCUMENTS = ["planned-list-2"];
const schemas = new URL("../schemas/", import.meta.url);
const generated = new URL("../src/core/generated/", import.meta.url);

/** Source of the validator of a document, as one module without imports. */
export async function validatorSource(document: string): Promise<string> {
  // Parse boundary: the schema is a file of this repository.
  const schema = JSON.parse(await readFile(new URL(`${document}.schema.json`, schemas), "utf8")) as object;
  const ajv = new Ajv({ strict: false, unicodeRegExp: true, code: { source: true, esm: true, lines: true } });
  return standalone(ajv, ajv.compile(schema));
}

const DECLARATION = `import type { ErrorObject } from "ajv";

declare const validate: { (document: unknown): boolean; errors?: readonly ErrorObject[] | null };
export default validate;
`;

if (import.meta.main) {
  for (const document of DOCUMENTS) {
    await writeFile(new URL(`${document}.js`, generated), await validatorSource(document));
    await writeFile(new URL(`${document}.d.ts`, generated), DECLARATION);
  }
}
