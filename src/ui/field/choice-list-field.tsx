import { useState, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import { ChoiceNote } from "./choice-note.tsx";
import { fieldText, type WidgetProps } from "./field-component.ts";
import { useChoices } from "./use-choices.ts";

/** Several available rows, each once: chosen ones with a remove button, and a choice of another one. */
export function ChoiceListField(props: WidgetProps): ReactNode {
  const say = useText();
  const { rows, isLoading, missing, problem, want } = useChoices(props.options.reference);
  const [twice, setTwice] = useState<string | null>(null);
  const chosen: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const add = (text: string): void => {
    const found = rows?.find((row) => fieldText(row.value) === text);
    if (found === undefined) return;
    const isThere = chosen.some((one) => fieldText(one) === text);
    setTwice(isThere ? found.label : null);
    if (!isThere) props.onChange([...chosen, found.value]);
  };
  return (
    <fieldset className="list-field" aria-label={props.label}>
      {chosen.map((one) => (
        <div key={fieldText(one)} className="list-line">
          <span className="chosen">{fieldText(one)}</span>
          <IconButton
            icon="close"
            label={say("ui.field.takeOut", { name: fieldText(one) })}
            disabled={props.isDisabled}
            onClick={() => {
              setTwice(null);
              props.onChange(chosen.filter((other) => other !== one));
            }}
          />
        </div>
      ))}
      <select
        id={props.id}
        className="control"
        value=""
        disabled={props.isDisabled}
        aria-label={say("ui.field.addTo", { name: props.label })}
        aria-invalid={props.isInvalid || twice !== null}
        aria-describedby={props.describedBy}
        aria-busy={isLoading}
        onFocus={want}
        onPointerEnter={want}
        onChange={(event) => add(event.target.value)}
      >
        <option value="">{say("ui.field.choose")}</option>
        {(rows ?? []).map((row) => (
          <option key={fieldText(row.value)} value={fieldText(row.value)}>
            {row.note === null ? row.label : `${row.label} · ${row.note}`}
          </option>
        ))}
      </select>
      <ChoiceNote missing={missing} problem={problem} isEmpty={rows?.length === 0} />
      <p className="field-problem small" role="alert" hidden={twice === null}>
        {twice === null ? "" : say("ui.field.alreadyThere", { name: twice })}
      </p>
    </fieldset>
  );
}
