import { isList, type Json } from "#contract/wire/json";
import { formsOf } from "../catalogue/forms.ts";
import { attributeOf, type Attribute, type ObjectType } from "../catalogue/object-type.ts";
import type { Condition } from "../sql/filter.ts";

/** The attribute equals one of the values, each compared in the form that the row's own type asks for (wire contract 2.5, 7.6). */
export function equalInForm(type: ObjectType, attribute: Attribute, given: Json): Condition {
  const values = isList(given) ? given : [given];
  const plain: Json[] = [];
  const byTypes = new Map<string, { readonly types: readonly string[]; readonly texts: string[] }>();
  for (const value of values) {
    const forms = typeof value === "string" ? formsOf(value) : [];
    if (forms.length < 2) plain.push(forms[0]?.text ?? value);
    else
      for (const { types, text } of forms) {
        const known = byTypes.get(types.join()) ?? { types, texts: [] };
        known.texts.push(text);
        byTypes.set(types.join(), known);
      }
  }
  const among = (one: Attribute, value: Json): Condition => ({
    kind: "attribute",
    attribute: one,
    operator: "in",
    value,
  });
  const kinds = attributeOf(type, attribute.formBy ?? "");
  const groups = [...byTypes.values()].map(({ types, texts }): Condition => ({
    kind: "all",
    of: [among(attribute, texts), among(kinds, types)],
  }));
  return groups.length === 0
    ? among(attribute, plain)
    : { kind: "any", of: [...groups, ...(plain.length === 0 ? [] : [among(attribute, plain)])] };
}
