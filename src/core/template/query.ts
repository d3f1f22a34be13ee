import { TYPED_TERM } from "#contract/template";
import { inlineText, withValues } from "#contract/template-values";
import { isList, isObject, type Json, type Params } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { escapeRegExp } from "../form/reference.ts";
import type { QueryTarget } from "../form/widget.ts";

/** Steps of a typeahead with the typed text, which is escaped inside a regular expression. */
export function queryWith({ steps }: QueryTarget, typed: string): readonly Step[] {
  return steps.map((step) => (step.old === undefined ? step : { ...step, old: filled(step.old, typed) }));
}

function filled(old: Params, typed: string): Params {
  return Object.fromEntries(
    Object.entries(old).map(([name, value]) => [name, termIn(name, value, typed.trim())]),
  );
}

function termIn(name: string, value: Json, typed: string): Json {
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, termIn(member, inner, typed)]),
    );
  if (isList(value)) return value.map((inner) => termIn(name, inner, typed));
  const isPattern = /(^|_)regexp(_ic)?$/.test(name);
  return withValues(value, { [TYPED_TERM]: isPattern ? escapeRegExp(typed) : typed });
}

/** Choices from the answer: one for each row with a value, shown by `display_value`, stored as `return_value` (TPL-10). */
export function offeredBy(
  { read, shown, stored }: QueryTarget,
  lists: Lists,
): readonly { readonly value: Json; readonly label: string; readonly note: string | null }[] {
  return (lists[read] ?? []).flatMap((row) => {
    const value = row[stored] ?? null;
    if (value === null) return [];
    const name = row[shown] ?? value;
    return [{ value, label: inlineText(name), note: null }];
  });
}
