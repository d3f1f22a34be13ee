import type { ReactNode } from "react";
import { pickText, type Locale } from "#core/text";
import { useLocale, useText } from "../text.ts";
import { ChoiceNote } from "./choice-note.tsx";
import { fieldText, type Suggestion, type WidgetProps } from "./field-component.ts";
import { useChoices } from "./use-choices.ts";

/** Values with what they read like. */
export function choicesOf(values: NonNullable<WidgetProps["options"]["values"]>, locale: Locale) {
  return Object.keys(values).map((value) => ({ value, label: pickText(values[value], locale) ?? value }));
}

/** A short list: fixed values, or all rows that may be chosen, in their order. */
export function ChoiceField(props: WidgetProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { reference, values } = props.options;
  const choices = props.options.choices ?? (values === undefined ? undefined : choicesOf(values, locale));
  const { rows, isLoading, missing, problem, want } = useChoices(reference);
  const offered: readonly Suggestion[] =
    choices?.map((choice) => ({ value: choice.value, label: choice.label, note: null })) ?? rows ?? [];
  const value = fieldText(props.value);
  const isForeign = value !== "" && !offered.some((one) => fieldText(one.value) === value);
  return (
    <>
      <select
        id={props.id}
        className="control"
        value={value}
        disabled={props.isDisabled}
        aria-required={props.isRequired}
        aria-label={props.lineLabel}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        aria-busy={isLoading}
        onFocus={want}
        onPointerEnter={want}
        onChange={(event) => {
          const chosen = offered.find((one) => fieldText(one.value) === event.target.value);
          props.onChange(chosen?.value ?? undefined);
        }}
      >
        <option value="">{say("ui.field.choose")}</option>
        {isForeign && <option value={value}>{value}</option>}
        {offered.map((one) => (
          <option key={fieldText(one.value)} value={fieldText(one.value)}>
            {one.note === null ? one.label : `${one.label} · ${one.note}`}
          </option>
        ))}
      </select>
      <ChoiceNote missing={missing} problem={problem} isEmpty={choices === undefined && rows?.length === 0} />
    </>
  );
}
