import { checkTemplate, type ReadTemplate } from "#contract/template-check/check";
import type { KnownCatalogue } from "#contract/template-check/known";
import type { TemplateProblem } from "#contract/template-check/problem";
import type { Json } from "#contract/wire/json";
import type { FunctionRow } from "#contract/wire/metadata";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { describedFunctions } from "../wapi/describe/function.ts";

export type TemplateCheck = (document: Json) => readonly TemplateProblem[];

/** Checks templates like the portal does, with the functions of this server. Problems come before warnings. */
export function templateCheck(catalogue: Catalogue): TemplateCheck {
  const known = knownFrom(catalogue);
  return (document) => toldBy(checkTemplate(document, known));
}

function toldBy(read: ReadTemplate): readonly TemplateProblem[] {
  return read.ok ? read.warnings : read.problems;
}

function knownFrom({ types }: Catalogue): KnownCatalogue {
  const described = new Map<string, FunctionRow["parameters"]>();
  const describe = (type: ObjectType): void => {
    // Parse boundary: the description has the form of wire contract 5.3.
    for (const { fq_name: fn, parameters } of describedFunctions(
      type,
      types,
    ) as unknown as readonly FunctionRow[])
      described.set(fn, parameters);
  };
  return {
    parametersOf: (fn) => {
      const type = types.get(fn.slice(0, Math.max(0, fn.lastIndexOf("."))));
      if (type !== undefined && !described.has(fn)) describe(type);
      return described.get(fn) ?? null;
    },
    hasAttribute: (type, name) => types.get(type)?.attributes.has(name) ?? null,
  };
}
