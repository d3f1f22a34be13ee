import { API_VERSION } from "../limits.ts";
import { markerFaults } from "../marker-faults.ts";
import { isTypeahead, textsIn, TYPED_TERM, type Template, type TemplateStep } from "../template.ts";
import { markersOf } from "../template-text.ts";
import { inlineText } from "../template-values.ts";
import { isList, isObject, type Json } from "../wire/json.ts";
import type { KnownCatalogue } from "./known.ts";
import type { TemplateProblem } from "./problem.ts";
import { emptyProblems, stepProblems } from "./step-problems.ts";
import { validateTemplate } from "./template.validator.ts";
import { variableProblems } from "./variable-problems.ts";
import { warningsOf } from "./warnings.ts";

export type ReadTemplate =
  | { readonly ok: true; readonly template: Template; readonly warnings: readonly TemplateProblem[] }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

/**
 * Checks a document against the schema of templates, this API version and its own markers, steps and variables (TPL-17 to TPL-21). With a catalogue
 * it also checks whether functions, parameters and attributes exist. Command, server and portal use only this check.
 */
export function checkTemplate(document: unknown, known: KnownCatalogue | null): ReadTemplate {
  const version = versionProblems(document);
  if (!validateTemplate(document)) return { ok: false, problems: [...version, ...schemaProblems()] };
  const problems = [
    ...version,
    ...markerProblems(document),
    ...stepProblems(document, known),
    ...emptyProblems(document),
    ...variableProblems(document),
    ...unusedProblems(document),
  ];
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, template: document, warnings: warningsOf(document) };
}

/** Another version is reported alone, because it explains all other problems (TPL-18, TPL-19). */
function versionProblems(document: unknown): readonly TemplateProblem[] {
  if (typeof document !== "object" || document === null || !("target_api_version" in document)) return [];
  const found = document.target_api_version;
  if (typeof found !== "string" || found === API_VERSION) return [];
  return [{ path: "/target_api_version", key: "version", values: { expected: API_VERSION, found } }];
}

/** Sentences for keywords of the schema; other keywords keep the words of the validator. */
const SENTENCES: Readonly<Record<string, readonly [key: TemplateProblem["key"], parameter: string]>> = {
  required: ["required", "missingProperty"],
  additionalProperties: ["additional", "additionalProperty"],
  type: ["type", "type"],
  const: ["const", "allowedValue"],
  enum: ["enum", "allowedValues"],
  pattern: ["pattern", "pattern"],
  minLength: ["empty", "limit"],
  maxLength: ["long", "limit"],
  minItems: ["empty", "limit"],
  maxProperties: ["noMember", "limit"],
  propertyNames: ["noVariableName", "propertyName"],
  "false schema": ["notForType", ""],
};
/** Keywords whose problems an outer keyword reports: `if` and `propertyNames`. */
const SAID_ELSEWHERE = new Set(["if", "not"]);

function schemaProblems(): readonly TemplateProblem[] {
  return (validateTemplate.errors ?? [])
    .filter(({ keyword, propertyName }) => !SAID_ELSEWHERE.has(keyword) && propertyName === undefined)
    .map(({ keyword, instancePath: path, params, message = keyword }): TemplateProblem => {
      const [key, parameter = ""] = SENTENCES[keyword] ?? [];
      if (key === undefined) return { path, key: "other", values: { message } };
      // Parse boundary: ajv documents the parameters of each keyword.
      const value = (params as Readonly<Record<string, Json>>)[parameter] ?? "";
      return {
        path,
        key,
        values: { value: isList(value) ? value.map(inlineText).join(", ") : inlineText(value) },
      };
    });
}

function markerProblems(template: Template): readonly TemplateProblem[] {
  const variables = new Set(Object.keys(template.variables));
  const queries = Object.entries(template.variables).flatMap(([name, variable]) =>
    isTypeahead(variable)
      ? malformed(`/variables/${name}/type_params/query`, variable.type_params.query, new Set([TYPED_TERM]))
      : [],
  );
  return [...malformed("/transaction", template.transaction, variables), ...queries];
}

function malformed(
  path: string,
  steps: readonly TemplateStep[],
  known: ReadonlySet<string>,
): readonly TemplateProblem[] {
  return markerFaults(steps, known).map(({ path: at, kind, text, marker }) => ({
    path: path + at,
    key: kind,
    values: { text, marker },
  }));
}

function unusedProblems({ transaction, variables }: Template): readonly TemplateProblem[] {
  const used = new Set(textsIn(transaction).flatMap((text) => markersOf(text) ?? []));
  return Object.keys(variables)
    .filter((name) => !used.has(name))
    .map((name) => ({ path: `/variables/${name}`, key: "unused" }));
}

/** Functions that the steps of a document name, also of a faulty one. */
export function functionsIn(document: Json): readonly string[] {
  const steps = isObject(document) && isList(document["transaction"]) ? document["transaction"] : [];
  const names = steps.map((step) => (isObject(step) ? step["name"] : null));
  return [...new Set(names.filter((name) => typeof name === "string"))];
}
