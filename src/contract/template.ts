import { isList, type Json, type Localised } from "./wire/json.ts";
import type { Step } from "./wire/step.ts";

export interface TemplateVariable {
  /** Wire contract 6.3; `str` means `text`. */
  readonly type:
    | "int"
    | "datetime"
    | "date"
    | "bool"
    | "select"
    | "typeahead"
    | "fqdn"
    | "ip_addr"
    | "mac_addr"
    | "text"
    | "str";
  readonly friendly_name: Localised;
  readonly description: Localised;
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly default: Json;
  readonly list: boolean;
  readonly type_params: Readonly<Record<string, Json>>;
}

/** Parameters of a choice or a typeahead; the schema of templates checks them. */
interface SelectParams {
  readonly entries: readonly { readonly value: Json; readonly display_name: Localised }[];
}
interface TypeaheadParams {
  readonly query: readonly TemplateStep[];
  readonly query_path: string;
  readonly display_value: string;
  readonly return_value: string;
}
type Of<P> = TemplateVariable & { readonly type_params: P };

export function isSelect(variable: TemplateVariable): variable is Of<SelectParams> {
  return variable.type === "select";
}

export function isTypeahead(variable: TemplateVariable): variable is Of<TypeaheadParams> {
  return variable.type === "typeahead";
}

/** A step of a template; its texts may hold markers. */
export type TemplateStep = Step;

/** A hub file of schema `version_1` (wire contract 6.3). */
export interface Template {
  readonly schema_version: "version_1";
  readonly target_api_version: string;
  readonly name: Localised;
  readonly description: Localised;
  readonly author?: string;
  readonly transaction: readonly TemplateStep[];
  readonly returning: readonly { readonly idx: string; readonly list_display_name: Localised }[];
  readonly variables: Readonly<Record<string, TemplateVariable>>;
}

/** Names of earlier steps that a step refers to. */
export function namedSteps(step: TemplateStep): readonly string[] {
  const joins = [step.inner_join_ref, step.union_join_ref, step.anti_join_ref];
  const taken = [...(step.old_ref_params ?? []), ...(step.new_ref_params ?? [])];
  return [...joins.flatMap((join) => Object.keys(join ?? {})), ...taken.map(({ idx }) => idx)];
}

/** Name of the typed text in the query of a typeahead; no variable has it. */
export const TYPED_TERM = "term";

const MARKER = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** Names of the markers in a text, in order; null for unbalanced double braces (TPL-20). */
export function markersOf(text: string): readonly string[] | null {
  const rest = text.replace(MARKER, "");
  if (rest.includes("{{") || rest.includes("}}")) return null;
  return [...text.matchAll(MARKER)].map(([, name]) => name ?? "");
}

/** Every text within a value, including names of members. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]: [string, Json]) => [member, ...textsIn(inner)]);
}

/** Values by variable; undefined for an empty variable. */
export type MarkerValues = Readonly<Record<string, Json | undefined>>;

/**
 * Replaces markers in a value: a marker that is the whole text by the value itself, one within a text by its text (TPL-21). Members filled by empty
 * variables are dropped. Throws for an unknown variable, because templates are checked before.
 */
export function withValues(value: Json, values: MarkerValues): Json {
  return filled(value, values) ?? null;
}

/** Undefined for a text that is only the marker of an empty variable. */
function filled(value: Json, values: MarkerValues): Json | undefined {
  if (typeof value === "string") return replaced(value, values);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value))
    return value.map((inner) => filled(inner, values)).filter((inner) => inner !== undefined);
  const members: (readonly [string, Json])[] = [];
  for (const [member, inner] of Object.entries(value)) {
    const found = filled(inner, values);
    if (found !== undefined) members.push([member, found]);
  }
  return Object.fromEntries(members);
}

function replaced(text: string, values: MarkerValues): Json | undefined {
  const [name, ...others] = markersOf(text) ?? [];
  if (name !== undefined && others.length === 0 && text.replace(MARKER, "") === "")
    return valueOf(name, values);
  return text.replace(MARKER, (_, marker: string) => inlineText(valueOf(marker, values)));
}

function valueOf(name: string, values: MarkerValues): Json | undefined {
  if (!Object.hasOwn(values, name)) throw new Error(`the marker {{${name}}} has no value`);
  return values[name];
}

/** A value inside a longer text: JSON unless it is a text, nothing for null. */
export function inlineText(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
