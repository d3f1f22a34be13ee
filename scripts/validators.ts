/** Writes src/core/generated: ajv validators compiled ahead, because the portal's policy forbids `eval`. */
import { readFile, writeFile } from "node:fs/promises";
import { compileSchemaValidatorsCode } from "@rjsf/validator-ajv8/compileSchemaValidators";
import type { RJSFSchema } from "@rjsf/utils";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { LOGIN_FORMS } from "../src/core/session/login-form.ts";

/** Documents of schemas/ that the portal checks. A template is checked for all that is wrong at once: its author wants to see it. */
const DOCUMENTS = ["planned-list-2", "version_1"];
const schemas = new URL("../schemas/", import.meta.url);
const generated = new URL("../src/core/generated/", import.meta.url);

/** Source of the validator of a document of schemas/, as one module without imports. */
export async function validatorSource(document: string): Promise<string> {
  // Parse boundary: the schema is a file of this repository.
  const schema = JSON.parse(await readFile(new URL(`${document}.schema.json`, schemas), "utf8")) as object;
  const options = { strict: false, code: { source: true, esm: true, lines: true } } as const;
  const ajv =
    document === "version_1"
      ? // Lengths in units of UTF-16: characters would need a part of ajv at run time.
        new Ajv2020({ ...options, allErrors: true, unicode: false, logger: false })
      : new Ajv({ ...options, unicodeRegExp: true });
  return standalone(ajv, ajv.compile(schema));
}

/**
 * Source of the validators of a fixed form, by the hashes that rjsf looks them up with. ajv's own export for modules fails on those
 * names, so its CommonJS text is given the object it writes to.
 */
export function formValidatorSource(form: keyof typeof LOGIN_FORMS): string {
  // rjsf wants its own, mutable type for schemas.
  const code = compileSchemaValidatorsCode(LOGIN_FORMS[form].schema as unknown as RJSFSchema);
  if (code.includes("require(")) throw new Error(`the validator of the form ${form} needs parts of ajv`);
  return `const exports = {};\n${code}\nexport default exports;\n`;
}

const DOCUMENT_DECLARATION = `import type { ErrorObject } from "ajv";

declare const validate: { (document: unknown): boolean; errors?: readonly ErrorObject[] | null };
export default validate;
`;

const FORM_DECLARATION = `import type { ValidateFunction } from "ajv";

declare const validators: Readonly<Record<string, ValidateFunction>>;
export default validators;
`;

async function write(name: string, source: string, declaration: string): Promise<void> {
  await writeFile(new URL(`${name}.js`, generated), source);
  await writeFile(new URL(`${name}.d.ts`, generated), declaration);
}

if (import.meta.main) {
  for (const document of DOCUMENTS)
    await write(document, await validatorSource(document), DOCUMENT_DECLARATION);
  for (const form of ["account", "token"] as const)
    await write(`login-${form}`, formValidatorSource(form), FORM_DECLARATION);
}
