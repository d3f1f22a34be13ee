import { stepNames } from "../step-names.ts";
import { findsRows, makesRows } from "../template-fill.ts";
import { emptiableIn, reachOf } from "../template-reach.ts";
import { isTypeahead, namedSteps, type Template, type TemplateStep } from "../template.ts";
import type { KnownCatalogue } from "./known.ts";
import type { TemplateProblem } from "./problem.ts";

/** Problems of the steps of a template and of the queries of its variables: their names, functions and parameters (TPL-24). */
export function stepProblems(template: Template, known: KnownCatalogue | null): readonly TemplateProblem[] {
  const { transaction, returning, variables } = template;
  const results = returning.map(({ idx }, at) => [`/returning/${String(at)}/idx`, idx] as const);
  const queries = Object.entries(variables).flatMap(([name, variable]) => {
    if (!isTypeahead(variable)) return [];
    const { query, query_path: read } = variable.type_params;
    const path = `/variables/${name}/type_params/query`;
    return problemsOf(path, query, [[path, read]], known);
  });
  return [...problemsOf("/transaction", transaction, results, known), ...queries];
}

/** `read` are the results that are used outside the steps, with the places that name them. */
function problemsOf(
  path: string,
  steps: readonly TemplateStep[],
  read: readonly (readonly [path: string, name: string])[],
  known: KnownCatalogue | null,
): readonly TemplateProblem[] {
  const names = stepNames(steps);
  const found = steps.flatMap((step, position) => {
    const at = `${path}/${String(position)}`;
    const earlier = (name: string): TemplateStep | null => steps[names.find(name, position) ?? -1] ?? null;
    const repeated = names.isRepeated(position)
      ? [problemOf(`${at}/idx`, "stepTwice", { name: step.idx ?? "" })]
      : [];
    return [
      ...repeated,
      ...twiceProblems(at, step),
      ...earlierProblems(at, step, earlier),
      ...(known === null
        ? []
        : [...functionProblems(at, step, known), ...takenProblems(at, step, earlier, known)]),
    ];
  });
  const missing = read.filter(([, name]) => names.find(name, steps.length) === null);
  return [...found, ...missing.map(([at, name]) => problemOf(at, "noStep", { name }))];
}

/** Steps that must find nothing while variables are empty, but cannot (TPL-34). */
export function emptyProblems(template: Template): readonly TemplateProblem[] {
  const reaches = reachOf(template.transaction, emptiableIn(template));
  return template.transaction.flatMap((step, at) => {
    const names = (reaches[at]?.emptied ?? []).join(", ");
    const path = `/transaction/${String(at)}/old`;
    if (names === "") return [];
    if (makesRows(step)) return [problemOf(path, "generated", { names, step: step.name })];
    const isReplaced = !findsRows(step) && step.old_ref_idx !== undefined;
    return isReplaced ? [problemOf(path, "besideRefIdx", { names })] : [];
  });
}

type Earlier = (name: string) => TemplateStep | null;

/** Rows of one step give all parameters of a side, or entries name them. */
function twiceProblems(at: string, step: TemplateStep): readonly TemplateProblem[] {
  const { old_ref_idx: old, new_ref_idx: now, old_ref_params: oldEntries, new_ref_params: newEntries } = step;
  const sides = [
    ["old", old, oldEntries],
    ["new", now, newEntries],
  ] as const;
  return sides.flatMap(([side, whole, entries = []]) =>
    whole === undefined || entries.length === 0
      ? []
      : [problemOf(`${at}/${side}_ref_idx`, "refTwice", { member: `${side}_ref_params` })],
  );
}

function earlierProblems(at: string, step: TemplateStep, earlier: Earlier): readonly TemplateProblem[] {
  return namedSteps(step)
    .filter((name) => earlier(name) === null)
    .map((name) => problemOf(at, "noEarlierStep", { name }));
}

function functionProblems(at: string, step: TemplateStep, known: KnownCatalogue): readonly TemplateProblem[] {
  const parameters = known.parametersOf(step.name);
  if (parameters === null) return [problemOf(`${at}/name`, "noFunction", { name: step.name })];
  return SIDES.flatMap((side) =>
    parametersOf(step, side)
      .filter((parameter) => (parameters[parameter]?.[side] ?? null) === null)
      .map((parameter) =>
        problemOf(`${at}/${side}/${parameter}`, "noParameter", { name: step.name, parameter, side }),
      ),
  );
}

const SIDES = ["old", "new"] as const;

/** Parameters that a step gives by value or takes from rows of earlier steps. */
function parametersOf(step: TemplateStep, side: "old" | "new"): readonly string[] {
  const taken = (side === "old" ? step.old_ref_params : step.new_ref_params) ?? [];
  return [...Object.keys(step[side] ?? {}), ...taken.flatMap(({ params = {} }) => Object.keys(params))];
}

/** Attributes that a step takes from the rows of an earlier step and that these rows do not have. */
function takenProblems(
  at: string,
  step: TemplateStep,
  earlier: Earlier,
  known: KnownCatalogue,
): readonly TemplateProblem[] {
  return [...(step.old_ref_params ?? []), ...(step.new_ref_params ?? [])].flatMap(({ idx, params = {} }) => {
    const type = typeOf(earlier(idx)?.name ?? "");
    return Object.values(params)
      .filter((name) => known.hasAttribute(type, name) === false)
      .map((name) => problemOf(at, "noAttribute", { step: idx, name }));
  });
}

/** The object type of a function. */
function typeOf(fn: string): string {
  return fn.slice(0, Math.max(0, fn.lastIndexOf(".")));
}

function problemOf(
  path: string,
  key: TemplateProblem["key"],
  values: Readonly<Record<string, string>>,
): TemplateProblem {
  return { path, key, values };
}
