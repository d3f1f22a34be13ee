import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { API_VERSION } from "#contract/limits";
import { markerFaults, type MarkerFault } from "#contract/marker-faults";
import {
  isTypeahead,
  markersOf,
  namedSteps,
  textsIn,
  TYPED_TERM,
  type Template,
  type TemplateStep,
} from "#contract/template";
import { stepNames } from "#contract/step-names";
import { objectIn, type Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { describedFunctions } from "../wapi/describe/function.ts";

/** A problem of a template: its place, and a sentence for the author. */
export interface TemplateProblem {
  readonly path: string;
  readonly message: string;
}

export type TemplateCheck = (document: Json) => readonly TemplateProblem[];

/**
 * Checks a template against its schema, then against the catalogue: functions and parameters exist, markers have variables, steps name earlier steps.
 */
export function templateCheck(schema: object, catalogue: Catalogue): TemplateCheck {
  const validate: ValidateFunction = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  return (document) => {
    if (!validate(document))
      return (validate.errors ?? []).map((error) => ({
        path: error.instancePath,
        message: messageOf(error),
      }));
    // The document passed the schema that the type describes.
    return meaningProblems(document as unknown as Template, catalogue);
  };
}

/** Adds what the validator's sentence lacks: the possible values, the unexpected member. */
function messageOf({ keyword, message = "", params }: ErrorObject): string {
  const named: Readonly<Record<string, unknown>> = {
    enum: params["allowedValues"],
    const: params["allowedValue"],
    additionalProperties: params["additionalProperty"],
  };
  return Object.hasOwn(named, keyword) ? `${message}: ${[named[keyword]].flat().join(", ")}` : message;
}

function meaningProblems(template: Template, catalogue: Catalogue): readonly TemplateProblem[] {
  const { transaction, returning, variables, target_api_version: version } = template;
  const told = `the version is ${version}, this server has ${API_VERSION}`;
  const queries = Object.entries(variables).flatMap(([name, variable]) => {
    if (!isTypeahead(variable)) return [];
    const { query, query_path: wanted } = variable.type_params;
    const path = `/variables/${name}/type_params/query`;
    return stepsProblems(path, query, catalogue, new Set([TYPED_TERM]), [wanted]);
  });
  const known = new Set(Object.keys(variables));
  const results = returning.map(({ idx }) => idx);
  return [
    ...(version === API_VERSION ? [] : [{ path: "/target_api_version", message: told }]),
    ...stepsProblems("/transaction", transaction, catalogue, known, results),
    ...unusedProblems(template),
    ...queries,
  ];
}

function unusedProblems(template: Template): readonly TemplateProblem[] {
  const used = new Set(textsIn(template.transaction).flatMap((text) => markersOf(text) ?? []));
  return Object.keys(template.variables)
    .filter((name) => !used.has(name))
    .map((name) => ({ path: `/variables/${name}`, message: "no step uses the variable" }));
}

/** `known` are the names of variables, `resultKeys` those of results that are used outside the steps. */
function stepsProblems(
  path: string,
  steps: readonly TemplateStep[],
  catalogue: Catalogue,
  known: ReadonlySet<string>,
  resultKeys: readonly string[],
): readonly TemplateProblem[] {
  const names = stepNames(steps);
  const found = steps.flatMap((step, position) => {
    const at = `${path}/${String(position)}`;
    const earlier = (name: string): ObjectType | null | undefined => {
      const place = names.find(name, position);
      const named = place === null ? undefined : steps[place];
      return named === undefined ? null : typeOf(named, catalogue);
    };
    return [...functionProblems(at, step, catalogue), ...earlierProblems(at, step, earlier)];
  });
  const missing = resultKeys.filter((key) => names.find(key, steps.length) === null);
  return [
    ...found,
    ...markerProblems(path, steps, known),
    ...missing.map((key) => ({ path, message: `there is no step ${key}` })),
  ];
}

const MARKER_SENTENCES: Readonly<Record<MarkerFault["kind"], (fault: MarkerFault) => string>> = {
  unbalanced: ({ text }) => `the double braces of ${text} are not balanced`,
  unknown: ({ marker }) => `there is no variable ${marker}`,
  misplaced: ({ text }) => `${text} has a marker, and only values of old and new may have one`,
};

function markerProblems(
  path: string,
  steps: readonly TemplateStep[],
  known: ReadonlySet<string>,
): readonly TemplateProblem[] {
  return markerFaults(steps, known).map((fault) => ({
    path: path + fault.path,
    message: MARKER_SENTENCES[fault.kind](fault),
  }));
}

function functionProblems(at: string, step: TemplateStep, catalogue: Catalogue): readonly TemplateProblem[] {
  const type = typeOf(step, catalogue);
  const described =
    type &&
    describedFunctions(type, catalogue.types).find(({ fq_name: name }) => name === step.name)?.["parameters"];
  if (described === undefined) return [{ path: `${at}/name`, message: `there is no function ${step.name}` }];
  return (["old", "new"] as const).flatMap((side) =>
    parametersOf(step, side)
      .filter((name) => !takes(described, name, side))
      .map((name) => ({
        path: `${at}/${side}/${name}`,
        message: `${step.name} has no parameter ${name} in ${side}`,
      })),
  );
}

function typeOf(step: TemplateStep, catalogue: Catalogue): ObjectType | undefined {
  return catalogue.types.get(step.name.slice(0, step.name.lastIndexOf(".")));
}

/** Parameters that a step gives by value or takes from rows of earlier steps. */
function parametersOf(step: TemplateStep, side: "old" | "new"): readonly string[] {
  const taken = (side === "old" ? step.old_ref_params : step.new_ref_params) ?? [];
  return [...Object.keys(step[side] ?? {}), ...taken.flatMap(({ params = {} }) => Object.keys(params))];
}

/** True if the description of a function has the parameter on this side (wire contract 5.3). */
function takes(parameters: Json, name: string, side: "old" | "new"): boolean {
  const parameter = objectIn(parameters)?.[name];
  return (objectIn(parameter)?.[side] ?? null) !== null;
}

/** `earlier` is the type of the earlier step of this name, null without one, undefined for an unknown type. */
function earlierProblems(
  at: string,
  step: TemplateStep,
  earlier: (name: string) => ObjectType | null | undefined,
): readonly TemplateProblem[] {
  const taken = [...(step.old_ref_params ?? []), ...(step.new_ref_params ?? [])];
  return [
    ...namedSteps(step)
      .filter((name) => earlier(name) === null)
      .map((name) => `there is no earlier step ${name}`),
    ...taken.flatMap(({ idx, params = {} }) => {
      const type = earlier(idx);
      const missing = Object.values(params).filter((name) => type?.attributes.has(name) === false);
      return missing.map((name) => `the rows of ${idx} have no ${name}`);
    }),
  ].map((message) => ({ path: at, message }));
}
