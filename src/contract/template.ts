import type { Json, Localised } from "./wire/json.ts";
import type { Step } from "./wire/step.ts";

export interface TemplateVariable {
  /** Types of variables (wire contract 6.3); `str` means `text`. */
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
  /** Least and greatest number of an `int`, or of each of several. */
  readonly min?: number;
  readonly max?: number;
  /** Regular expression that a `text` or `fqdn` matches, or each of several. */
  readonly pattern?: string;
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

/** `str` means `text` (wire contract 6.3). */
export function variableKind({
  type,
}: Pick<TemplateVariable, "type">): Exclude<TemplateVariable["type"], "str"> {
  return type === "str" ? "text" : type;
}

/** Address families that a variable accepts (TPL-12). */
export function addressTypeOf({ type_params: params }: TemplateVariable): "v4" | "v6" | "v4+v6" {
  const asked = params["address_type"];
  return asked === "v4" || asked === "v6" ? asked : "v4+v6";
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

/** Names of earlier steps to which a step refers. */
export function namedSteps(step: TemplateStep): readonly string[] {
  const joins = [step.inner_join_ref, step.union_join_ref, step.anti_join_ref];
  const taken = [...(step.old_ref_params ?? []), ...(step.new_ref_params ?? [])];
  const whole = [step.old_ref_idx, step.new_ref_idx].filter((idx) => idx !== undefined);
  return [...joins.flatMap((join) => Object.keys(join ?? {})), ...taken.map(({ idx }) => idx), ...whole];
}

/** Name of the typed text in the query of a typeahead. No variable may have this name. */
export const TYPED_TERM = "term";

/** Every text within a value, including names of members. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]: [string, Json]) => [member, ...textsIn(inner)]);
}
