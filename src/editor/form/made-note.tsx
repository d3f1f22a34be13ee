import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { FieldModel } from "#core/form/field-plan";
import { madeBy, madeStep, type Made, type Making } from "#core/form/making";
import type { FormModel } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { nameInside } from "#core/text";
import { valueText } from "../cell/value-text.ts";
import { intlTag } from "../../ui/text.ts";
import { type Words, useWords } from "../portal/words.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { useBeside } from "./use-beside.ts";

interface MadeNoteProps {
  readonly plan: FormModel;
  readonly making: Making;
  readonly field: FieldModel;
  readonly values: FormValues;
}

/** Says in a sentence whether the new object refers to an existing one or creates it. */
export function MadeNote({ plan, making, field, values }: MadeNoteProps): ReactNode {
  const words = useWords();
  const step = madeStep(making, field, values, toAscii);
  const found = useBeside(step);
  const name = step?.old?.[field.options.reference?.attribute ?? ""];
  if (found === null || typeof name !== "string") return <output />;
  const made = madeBy(making, values, found.rows[0] ?? null);
  return <output>{sentence(words, name, made, { plan, making })}</output>;
}

function sentence(
  words: Words,
  name: string,
  made: Made,
  { plan, making }: Pick<MadeNoteProps, "plan" | "making">,
): string {
  const { say, locale, catalogue } = words;
  const of = nameInside(catalogue.typeName(plan.type.name, locale), locale);
  const fields = new Intl.ListFormat(intlTag(locale), { type: "disjunction" }).format(
    making.given.flatMap((given) => plan.fields.find((one) => one.name === given.field)?.label ?? []),
  );
  if (made.kind === "unmade") return say("editor.made.unmade", { name, of, fields });
  const said = valuesText(words, making, made.values);
  if (made.kind === "made") return say("editor.made.made", { name, of, values: said });
  const joined = say("editor.made.joined", { whole: said === "" ? name : `${name} (${said})`, of });
  return made.isSaid ? `${joined} ${say("editor.made.unused", { fields })}` : joined;
}

/** "Type: alias, Description: mail" */
function valuesText({ locale, catalogue }: Words, { type }: Making, values: Row): string {
  return Object.entries(values)
    .map(([attribute, value]) => {
      const label = catalogue.attributeName(type.name, attribute, locale);
      return `${label}: ${valueText(catalogue, type, attribute, value, locale)}`;
    })
    .join(", ");
}
