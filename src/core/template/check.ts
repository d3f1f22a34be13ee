import { API_VERSION } from "#contract/limits";
import { markerFaults } from "#contract/marker-faults";
import {
  isTypeahead,
  namedSteps,
  inlineText,
  TYPED_TERM,
  type Template,
  type TemplateStep,
} from "#contract/template";
import { isList, type Json } from "#contract/wire/json";
import { parsedJson } from "../form/values.ts";
import validateTemplate from "../generated/version_1.js";
import type { Text, TextKey } from "../text.ts";
import { stepNamed } from "./expand.ts";

/** A problem of a template: its place as JSON pointer, and a sentence for the author. */
export interface TemplateProblem {
  readonly path: string;
  readonly text: Text;
}

export type ReadTemplate =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

/** Reads a template from a file or pasted text (TPL-22). A text that is not JSON is one problem of the whole. */
export function readTemplate(text: string): ReadTemplate {
  const document = parsedJson(text);
  if (document !== undefined) return checkTemplate(document);
  return { ok: false, problems: [{ path: "", text: { key: "core.template.noJson" } }] };
}

/** Checks a document against the schema of templates, this API version, its markers and the names of its steps. */
export function checkTemplate(document: unknown): ReadTemplate {
  const version = versionProblems(document);
  if (!validateTemplate(document)) return { ok: false, problems: [...version, ...schemaProblems()] };
  // Parse boundary: the validator has just checked the shape.
  const template = document as Template;
  const problems = [...version, ...markerProblems(template), ...stepProblems(template)];
  return problems.length === 0 ? { ok: true, template } : { ok: false, problems };
}

/** Another version is reported alone, because it explains all other differences (TPL-18, TPL-19). */
function versionProblems(document: unknown): readonly TemplateProblem[] {
  if (typeof document !== "object" || document === null || !("target_api_version" in document)) return [];
  const found = document.target_api_version;
  if (typeof found !== "string" || found === API_VERSION) return [];
  const text: Text = { key: "core.template.version", values: { expected: API_VERSION, found } };
  return [{ path: "/target_api_version", text }];
}

/** Sentences for keywords of the schema; other keywords keep the words of the validator. */
const SENTENCES: Readonly<Record<string, { readonly key: TextKey; readonly param: string }>> = {
  required: { key: "core.template.schema.required", param: "missingProperty" },
  additionalProperties: { key: "core.template.schema.additional", param: "additionalProperty" },
  type: { key: "core.template.schema.type", param: "type" },
  const: { key: "core.template.schema.const", param: "allowedValue" },
  enum: { key: "core.template.schema.enum", param: "allowedValues" },
  pattern: { key: "core.template.schema.pattern", param: "pattern" },
  minLength: { key: "core.template.schema.empty", param: "limit" },
  maxLength: { key: "core.template.schema.long", param: "limit" },
  minItems: { key: "core.template.schema.empty", param: "limit" },
  maxProperties: { key: "core.template.schema.noMember", param: "limit" },
  propertyNames: { key: "core.template.schema.name", param: "propertyName" },
};
/** Keywords that an outer keyword reports: `if` and `propertyNames`. */
const SAID_ELSEWHERE = new Set(["if", "not"]);

function schemaProblems(): readonly TemplateProblem[] {
  return (validateTemplate.errors ?? [])
    .filter(({ keyword, propertyName }) => !SAID_ELSEWHERE.has(keyword) && propertyName === undefined)
    .map(({ keyword, instancePath, params, message = keyword }) => {
      const sentence = SENTENCES[keyword];
      if (sentence === undefined)
        return { path: instancePath, text: { key: "core.template.schema.other", values: { message } } };
      // Parse boundary: ajv documents the parameters of each keyword.
      const value = (params as Readonly<Record<string, Json>>)[sentence.param] ?? "";
      return { path: instancePath, text: { key: sentence.key, values: { value: valueText(value) } } };
    });
}

function valueText(value: Json): string {
  return isList(value) ? value.map(inlineText).join(", ") : inlineText(value);
}

function markerProblems(template: Template): readonly TemplateProblem[] {
  const variables = new Set(Object.keys(template.variables));
  return [
    ...malformed("/transaction", template.transaction, variables),
    ...queriesOf(template).flatMap(({ path, steps }) => malformed(path, steps, new Set([TYPED_TERM]))),
  ];
}

function malformed(
  path: string,
  steps: readonly TemplateStep[],
  known: ReadonlySet<string>,
): readonly TemplateProblem[] {
  return markerFaults(steps, known).map((fault) => ({
    path: path + fault.path,
    text: { key: MARKER_SENTENCES[fault.kind], values: { text: fault.text, marker: fault.marker } },
  }));
}

const MARKER_SENTENCES = {
  unbalanced: "core.template.malformed",
  unknown: "core.template.malformedUnknown",
  misplaced: "core.template.malformedPlace",
} as const;

function stepProblems(template: Template): readonly TemplateProblem[] {
  const { transaction, returning } = template;
  return [
    ...unknownSteps("/transaction", transaction),
    ...returning.flatMap(({ idx }, at) => missingStep(`/returning/${String(at)}/idx`, transaction, idx)),
    ...queriesOf(template).flatMap(({ path, steps, read }) => [
      ...unknownSteps(path, steps),
      ...missingStep(path, steps, read),
    ]),
  ];
}

function unknownSteps(path: string, steps: readonly TemplateStep[]): readonly TemplateProblem[] {
  const repeated = steps.flatMap(({ idx }, at) =>
    idx !== undefined && steps.findIndex((step) => step.idx === idx) !== at
      ? [problemOf(`${path}/${String(at)}/idx`, "core.template.step.twice", idx)]
      : [],
  );
  const unknown = steps.flatMap((step, at) =>
    namedSteps(step)
      .filter((name) => stepNamed(steps, at, name) === -1)
      .map((name) => problemOf(`${path}/${String(at)}`, "core.template.step.unknown", name)),
  );
  return [...repeated, ...unknown];
}

function missingStep(path: string, steps: readonly TemplateStep[], name: string): readonly TemplateProblem[] {
  const isThere = stepNamed(steps, steps.length, name) !== -1;
  return isThere ? [] : [problemOf(path, "core.template.step.unknown", name)];
}

function problemOf(path: string, key: TextKey, name: string): TemplateProblem {
  return { path, text: { key, values: { name } } };
}

/** Queries of typeaheads, with the name of the step whose rows are read. */
function queriesOf(template: Template) {
  return Object.entries(template.variables).flatMap(([name, variable]) => {
    if (!isTypeahead(variable)) return [];
    const { query, query_path: read } = variable.type_params;
    return [{ path: `/variables/${name}/type_params/query`, steps: query, read }];
  });
}
