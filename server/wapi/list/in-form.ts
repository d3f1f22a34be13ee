import { isList, type Json } from "#contract/wire/json";
import { formsOf } from "../../catalogue/forms.ts";
import { attributeOf, type Attribute, type ObjectType } from "../../catalogue/object-type.ts";
import type { Condition } from "../../sql/filter.ts";

/** Values with one form for all types, and values with several forms, grouped by the types that share a form. */
interface Sorted {
  readonly plain: Json[];
  readonly byTypes: Map<string, { readonly types: readonly string[]; readonly texts: string[] }>;
}

/** The attribute equals one of the values, each compared in the form that the row's own type asks for (wire contract 2.5, 7.6). */
export function equalInForm(type: ObjectType, attribute: Attribute, given: Json): Condition {
  const sorted: Sorted = { plain: [], byTypes: new Map() };
  for (const value of isList(given) ? given : [given]) sort(value, sorted);
  const { plain, byTypes } = sorted;
  const kinds = attributeOf(type, attribute.formBy ?? "");
  const groups = [...byTypes.values()].map(({ types, texts }): Condition => ({
    kind: "all",
    of: [among(attribute, texts), among(kinds, types)],
  }));
  return groups.length === 0
    ? among(attribute, plain)
    : { kind: "any", of: [...groups, among(attribute, plain)] };
}

function sort(value: Json, { plain, byTypes }: Sorted): void {
  const forms = typeof value === "string" ? formsOf(value) : [];
  if (forms.length < 2) {
    plain.push(forms[0]?.text ?? value);
    return;
  }
  for (const { types, text } of forms) {
    const known = byTypes.get(types.join()) ?? { types, texts: [] };
    known.texts.push(text);
    byTypes.set(types.join(), known);
  }
}

function among(attribute: Attribute, value: Json): Condition {
  return { kind: "attribute", attribute, operator: "in", value };
}
