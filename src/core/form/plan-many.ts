import type { Json } from "#contract/wire/json";
import type { ToAscii } from "#contract/values/fqdn";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Planned } from "../txlist/planned.ts";
import { isCommonFunction } from "../catalogue/functions.ts";
import type { FieldModel } from "./field-plan.ts";
import { checkValues, planChange, type FieldProblem } from "./plan-change.ts";
import { planForm, uiSchemaOf, type FormModel } from "./plan-form.ts";
import { formSchema } from "./schema.ts";
import type { FormPrefs, FormTarget } from "./target.ts";
import type { FormValues } from "./values.ts";

/** The context for planning several actions. */
export interface Use {
  readonly uuid: () => string;
  readonly toAscii: ToAscii;
}

export type ManyPlanned =
  | { readonly kind: "planned"; readonly items: readonly Planned[] }
  /** No field was filled in, or every object already has these values. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "invalid"; readonly problems: readonly FieldProblem[] };

/**
 * The form of the same change for several objects. Every field starts empty and changes nothing while it is empty, so null has a checkbox. A field
 * that is the whole key is left out, because several objects cannot have the same key. A function of one type asks in the same way as for one object.
 */
export function planManyForm(
  catalogue: Catalogue,
  targets: readonly FormTarget[],
  prefs: FormPrefs,
): FormModel | null {
  const [first] = targets;
  if (first === undefined) return null;
  if (!changesAttributes(first)) return planForm(catalogue, { ...first, row: null }, prefs);
  const plan = planForm(catalogue, { ...first, row: null, isMany: true, set: {} }, prefs);
  if (plan === null) return null;
  const only = plan.type.key.length === 1 ? plan.type.key[0] : undefined;
  const fields = plan.fields.filter((field) => field.name !== only);
  return { ...plan, fields, schema: formSchema(fields), uiSchema: uiSchemaOf(fields), initial: {} };
}

/** One planned action for each object, with the filled fields alone; objects that already have these values are left out. */
export function planMany(
  plan: FormModel,
  targets: readonly FormTarget[],
  values: FormValues,
  { uuid, toAscii }: Use,
): ManyPlanned {
  const problems = checkValues(plan, values, toAscii);
  if (problems.length > 0) return { kind: "invalid", problems };
  const isSent = ({ name }: FieldModel) => !changesAttributes(plan.target) || isFilled(values[name]);
  const fields = plan.fields.filter(isSent);
  const filled = new Set(fields.map((field) => field.name));
  const items = targets.flatMap((target) => {
    const fixed = Object.entries(target.set ?? {}).filter(([name]) => !filled.has(name));
    const one = { ...plan, target, fields, fixed: Object.fromEntries(fixed) };
    const change = planChange(one, values, { uuid: uuid(), toAscii });
    return change.kind === "planned" ? [change.item] : [];
  });
  return items.length === 0 ? { kind: "unchanged" } : { kind: "planned", items };
}

function changesAttributes({ operation }: FormTarget): boolean {
  return isCommonFunction(operation);
}

/** The null checkbox counts as filled, an empty list does not. */
function isFilled(value: Json | undefined): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
