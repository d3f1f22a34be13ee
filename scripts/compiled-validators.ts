import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Ajv, type ValidateFunction } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { Plugin } from "vite";

const VALIDATOR = /\.validator\.ts$/;

/**
 * Replaces a module `*.validator.ts`, whose one export is a validator of ajv, by the code of this validator. Node compiles the schema when it loads the
 * module; the portal cannot, because its policy forbids `eval`, and so has neither the schema nor ajv.
 */
export function compiledValidators(): Plugin {
  return {
    name: "netportal:compiled-validators",
    enforce: "pre",
    async load(id) {
      if (!VALIDATOR.test(id)) return null;
      const module: unknown = await import(pathToFileURL(id).href);
      return { code: compiledModule(validatorOf(module, id)), moduleType: "js" };
    },
  };
}

/** A validator with the name of its export. */
interface Named {
  readonly name: string;
  readonly validate: ValidateFunction;
}

/** The one export of a module, which is a validator. */
export function validatorOf(module: unknown, file: string): Named {
  const [one, ...others] = Object.entries(module as Readonly<Record<string, unknown>>);
  if (one === undefined || others.length > 0 || !isValidator(one[1]))
    throw new Error(`${file} has to export one validator, compiled with \`code: { source: true }\``);
  return { name: one[0], validate: one[1] };
}

function isValidator(value: unknown): value is ValidateFunction {
  return typeof value === "function" && "source" in value && value.source !== undefined;
}

/** How the code is written; what it checks was compiled before. */
const written = new Ajv({ code: { source: true, esm: true, lines: true } });

const CALL = /require\("(ajv\/dist\/runtime\/(\w+))"\)\.default/g;
/** Functions of ajv that call nothing else. */
const ALONE = ["equal", "ucs2length"];
const load = createRequire(import.meta.url);

/** One module without imports that exports the validator, with the functions of ajv that it calls. */
export function compiledModule({ name, validate }: Named): string {
  const code = standalone(written, validate).replace(CALL, (_, path: string, called: string) => {
    if (!ALONE.includes(called)) throw new Error(`${name} calls ${called} of ajv`);
    // Parse boundary: a module of ajv, whose default export is a function.
    return `(${String((load(path) as { readonly default: unknown }).default)})`;
  });
  return `${code}\nexport { validate as ${name} };\n`;
}
