import type { Json, Localised } from "./wire/json.ts";
import type { Step } from "./wire/step.ts";

/** Types of a variable of a template (wire contract 6.3); `str` is read as `text`. */
export const VARIABLE_TYPES = [
  "int",
  "datetime",
  "date",
  "bool",
  "select",
  "typeahead",
  "fqdn",
  "ip_addr",
  "mac_addr",
  "text",
  "str",
] as const;

export interface TemplateVariable {
  readonly type: (typeof VARIABLE_TYPES)[number];
  readonly friendly_name: Localised;
  readonly description: Localised;
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly default: Json;
  readonly list: boolean;
  readonly type_params: Readonly<Record<string, Json>>;
}

/** Parameters taken from rows of an earlier step (wire contract 3.5). */
export interface RefParams {
  readonly idx: string;
  readonly params: Readonly<Record<string, string>>;
  readonly join_type?: "cross" | "zip";
}

/** A step of a template; its texts may hold markers. */
export interface TemplateStep extends Step {
  readonly old_ref_params?: readonly RefParams[];
  readonly new_ref_params?: readonly RefParams[];
}

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

/** Name of the typed text in the query of a typeahead: no variable has it. */
export const TYPED_TERM = "term";

const MARKER = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

/** Names of the markers in a text, in order; null when its double braces are not balanced (TPL-20). */
export function markersOf(text: string): readonly string[] | null {
  const rest = text.replace(MARKER, "");
  if (rest.includes("{{") || rest.includes("}}")) return null;
  return [...text.matchAll(MARKER)].map(([, name]) => name ?? "");
}

/** Every text within a value, also names of members. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]: [string, Json]) => [member, ...textsIn(inner)]);
}

/**
 * The value with its markers replaced: one that is the whole text by the value as it is, one within a text by its text (TPL-21). A marker
 * without value throws: the form asks for all of them.
 */
export function withValues(value: Json, values: Readonly<Record<string, Json>>): Json {
  if (typeof value === "string") return replaced(value, values);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((inner) => withValues(inner, values));
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, withValues(inner, values)]),
  );
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function replaced(text: string, values: Readonly<Record<string, Json>>): Json {
  const [name] = markersOf(text) ?? [];
  if (name !== undefined && text.replace(MARKER, "") === "" && markersOf(text)?.length === 1)
    return valueOf(name, values);
  return text.replace(MARKER, (_, marker: string) => textOf(valueOf(marker, values)));
}

function valueOf(name: string, values: Readonly<Record<string, Json>>): Json {
  const value = values[name];
  if (value === undefined) throw new Error(`the marker {{${name}}} has no value`);
  return value;
}

function textOf(value: Json): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
