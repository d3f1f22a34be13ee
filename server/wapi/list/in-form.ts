import { isList, type Json } from "#contract/wire/json";
import { formsOf, type Form } from "../../catalogue/forms.ts";
import { attributeOf, type Attribute, type ObjectType } from "../../catalogue/object-type.ts";
import type { Condition } from "../../sql/filter.ts";

/** The attribute equals one of the values. Each value is compared in the form that the type of the row requires (wire contract 2.5, 7.6). */
export function equalInForm(type: ObjectType, attribute: Attribute, given: Json): Condition {
  const plain: Json[] = [];
  const several: Form[] = [];
  for (const value of isList(given) ? given : [given]) {
    const forms = typeof value === "string" ? formsOf(value) : [];
    if (forms.length < 2) plain.push(forms[0]?.text ?? value);
    else {
      several.push(...forms.filter(({ types }) => types !== null));
      plain.push(...forms.flatMap(({ types, text }) => (types === null ? [text] : [])));
    }
  }
  const kinds = attributeOf(type, attribute.formBy ?? "");
  const byTypes = Map.groupBy(several, ({ types }) => types?.join());
  const groups = [...byTypes.values()].map((forms): Condition => {
    const texts = forms.map(({ text }) => text);
    return { kind: "all", of: [among(attribute, texts), among(kinds, forms[0]?.types ?? [])] };
  });
  const other = among(attribute, plain);
  return groups.length === 0 ? other : { kind: "any", of: [...groups, other] };
}

function among(attribute: Attribute, value: Json): Condition {
  return { kind: "attribute", attribute, operator: "in", value };
}
