import { textsIn, type Template, type TemplateStep } from "../template.ts";
import { markersOf, partsOf, soleMarker, type TextPart } from "../template-text.ts";
import { filledParams, findsRows, isNarrowed } from "../template-fill.ts";
import { emptiableIn, markersIn, reachOf, type StepReach } from "../template-reach.ts";
import { isList, isObject, type Json, type Params } from "../wire/json.ts";
import type { TemplateProblem } from "./problem.ts";

/** Behaviour that an author may not expect: steps whose filters are all optional, and texts that are removed with a variable. */
export function warningsOf(template: Template): readonly TemplateProblem[] {
  const optional = new Set(
    Object.entries(template.variables).flatMap(([name, one]) => (one.optional || one.nullable ? [name] : [])),
  );
  const reaches = reachOf(template.transaction, emptiableIn(template));
  return template.transaction.flatMap((step, at) => {
    const path = `/transaction/${String(at)}`;
    const filters = filterWarnings(path, step, template, optional);
    const reach = filters.length > 0 ? [] : reachWarnings(path, step, reaches[at] ?? null);
    return [...filters, ...reach, ...holeWarnings(path, step, optional)];
  });
}

/** Warns of a step that changes something, or on which such a step depends, and that finds nothing because of an empty variable. */
function reachWarnings(
  path: string,
  step: TemplateStep,
  reach: StepReach | null,
): readonly TemplateProblem[] {
  if (reach === null || reach.emptied.length === 0) return [];
  const names = reach.emptied.join(", ");
  const own = markersIn(step).some((name) => reach.emptied.includes(name));
  if (!own) return [{ path, key: "findsNothingWithout", values: { names }, isWarning: true }];
  const key = findsRows(step) ? "findsNothing" : "keyMissing";
  return [{ path: `${path}/old`, key, values: { names }, isWarning: true }];
}

/** Warns if nothing narrows the step while the optional variables are empty. */
function filterWarnings(
  path: string,
  step: TemplateStep,
  { variables }: Template,
  optional: ReadonlySet<string>,
): readonly TemplateProblem[] {
  const { old = {} } = step;
  const names = [...new Set(textsIn(old).flatMap((text) => markersOf(text) ?? []))].filter((name) =>
    optional.has(name),
  );
  if (!findsRows(step) || names.length === 0) return [];
  // The values of the other variables do not matter, only their presence.
  const others = Object.fromEntries(Object.keys(variables).map((name) => [name, "x"]));
  const given = Object.fromEntries(Object.entries(others).filter(([name]) => !optional.has(name)));
  const found = withoutEmpty(filledParams(step, variables, given).old ?? {});
  if (isNarrowed(step, found, old)) return [];
  return [{ path: `${path}/old`, key: "onlyOptional", values: { names: names.join(", ") }, isWarning: true }];
}

/** Filters without conditions that an empty list removes, because such a list finds nothing. */
function withoutEmpty(old: Params): Params {
  return Object.fromEntries(Object.entries(old).filter(([, value]) => !isBare(value)));
}

/** True for a list or an object without a value at any depth. */
function isBare(value: Json): boolean {
  return (isList(value) || isObject(value)) && Object.values<Json>(value).every(isBare);
}

/** Warns of texts that are removed with an optional variable in their middle. */
function holeWarnings(
  path: string,
  step: TemplateStep,
  optional: ReadonlySet<string>,
): readonly TemplateProblem[] {
  return (["old", "new"] as const).flatMap((side) =>
    placedTexts(step[side] ?? {}, `${path}/${side}`).flatMap(({ path: at, text }) => {
      const loose = soleMarker(text) === null ? looseIn(partsOf(text) ?? [], new Set()) : [];
      return [...new Set(loose)]
        .filter((name) => optional.has(name))
        .map((name): TemplateProblem => {
          const values = { name, text, begin: `{{#${name}}}`, end: `{{/${name}}}` };
          return { path: at, key: "hole", values, isWarning: true };
        });
    }),
  );
}

/** Markers outside the part of their variable. */
function looseIn(parts: readonly TextPart[], within: ReadonlySet<string>): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind === "text") return [];
    if (part.kind === "value") return within.has(part.name) ? [] : [part.name];
    return looseIn(part.parts, new Set([...within, part.name]));
  });
}

function placedTexts(value: Json, path: string): readonly { readonly path: string; readonly text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  const inner = isList(value) || isObject(value) ? Object.entries<Json>(value) : [];
  return inner.flatMap(([member, one]) => placedTexts(one, `${path}/${member}`));
}
