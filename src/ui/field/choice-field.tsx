import type { ReactNode } from "react";
import { parsedJson } from "#contract/values/json-text";
import { pickText, type Locale } from "#core/text";
import { useLocale, useText } from "../text.ts";
import { ChoiceNote } from "./choice-note.tsx";
import { fieldText, inputOf, type Suggestion, type WidgetProps } from "./field-component.ts";
import { useChoices } from "./use-choices.ts";
import { isList } from "#contract/wire/json";

export function choicesOf({ choices, values = {}, hasJsonValues }: WidgetProps["options"], locale: Locale) {
  if (choices !== undefined) return choices;
  return Object.keys(values).map((value) => ({
    value: hasJsonValues === true ? (parsedJson(value) ?? value) : value,
    label: pickText(values[value], locale) ?? value,
  }));
}

/** A short list: fixed values, or all available rows in order. */
export function ChoiceField(props: WidgetProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { reference } = props.options;
  const choices = reference === undefined ? choicesOf(props.options, locale) : undefined;
  const { rows, isLoading, missing, problem, want } = useChoices(reference);
  const offered: readonly Suggestion[] =
    choices?.map((choice) => ({ value: choice.value, label: choice.label, note: null })) ?? rows ?? [];
  const value = fieldText(props.value);
  const isForeign = value !== "" && !offered.some((one) => fieldText(one.value) === value);
  return (
    <>
      <select
        {...inputOf(props)}
        className="control"
        value={value}
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

/** Yes or no; a third answer leaves the decision to the server. */
export function BooleanField(props: WidgetProps): ReactNode {
  return props.options.isLeftToServer === true ? <OpenChoice {...props} /> : <Tick {...props} />;
}

function OpenChoice(props: WidgetProps): ReactNode {
  const { id, value, isDisabled, isInvalid, describedBy } = props;
  const say = useText();
  return (
    <select
      id={id}
      className="control"
      value={fieldText(value)}
      disabled={isDisabled}
      aria-label={props.lineLabel}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={({ target }) => props.onChange(target.value === "" ? undefined : target.value === "true")}
    >
      <option value="">{say(props.options.unsaid ?? "ui.field.leftToServer")}</option>
      <option value="true">{say("ui.common.yes")}</option>
      <option value="false">{say("ui.common.no")}</option>
    </select>
  );
}

function Tick(props: WidgetProps): ReactNode {
  const { id, value, isDisabled, describedBy } = props;
  const say = useText();
  const isOn = value === true || value === "true";
  return (
    <label className="check" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        aria-label={props.lineLabel}
        aria-describedby={describedBy}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{say(isOn ? "ui.common.yes" : "ui.common.no")}</span>
    </label>
  );
}

/** Any of a few choices, each with a tick; the group around them has the label. */
export function ChecksField(props: WidgetProps): ReactNode {
  const { id, options, value, isDisabled, isInvalid, describedBy } = props;
  const locale = useLocale();
  const chosen = isList(value) ? value : [];
  const known = choicesOf(options, locale);
  // A value that is no longer a choice stays visible until it is taken out, so that it is not lost unseen.
  const foreign = chosen.filter((one) => !known.some((choice) => choice.value === one));
  const offered = [...known, ...foreign.map((one) => ({ value: one, label: fieldText(one) }))];
  return offered.map((choice, at) => (
    <label key={fieldText(choice.value)} className="check">
      <input
        id={at === 0 ? id : undefined}
        type="checkbox"
        checked={chosen.includes(choice.value)}
        disabled={isDisabled}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        onChange={({ target }) =>
          props.onChange(
            target.checked ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value),
          )
        }
      />
      {choice.label}
    </label>
  ));
}
