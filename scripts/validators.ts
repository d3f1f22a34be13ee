/** Writes the validators of ajv, compiled ahead because the portal's policy forbids `eval` and the server checks templates by the same code. */
import { readFile, writeFile } from "node:fs/promises";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";

/** Folders of the validators by schema. All errors of a template are reported at once, because its author wants to see them together. */
const FOLDERS = { "planned-list-2": "core", version_1: "contract" } as const;
const schemas = new URL("../schemas/", import.meta.url);

/** Where the validator of each schema is kept. */
export const validators = Object.entries(FOLDERS).map(([document, room]) => ({
  document,
  file: new URL(`../src/${room}/generated/${document}.js`, import.meta.url),
}));

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

const DECLARATION = `/** An error of ajv, as far as it is read. */
interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly propertyName?: string;
}
declare const validate: { (document: unknown): boolean; errors?: readonly ValidationError[] | null };
export default validate;
`;

if (import.meta.main) {
  for (const { document, file } of validators) {
    await writeFile(file, await validatorSource(document));
    await writeFile(new URL(file.href.replace(/js$/, "d.ts")), DECLARATION);
  }
}
