import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { Widget, WidgetOptions } from "#core/form/widget";
import { FIELD_COMPONENTS } from "../../ui/field/index.ts";
import { useText } from "../../ui/text.ts";

export interface FilterValueProps {
  readonly id: string;
  readonly widget: Widget;
  readonly options: WidgetOptions;
  readonly value: Json | undefined;
  readonly problem: string | null;
  readonly onChange: (value: Json | undefined) => void;
}

/** The value of a filter, drawn as in a form; yes and no are chosen, for there is a third: not asked. */
export function FilterValue({ id, widget, options, value, problem, onChange }: FilterValueProps): ReactNode {
  const say = useText();
  const isFlag = widget === "boolean";
  const Field = FIELD_COMPONENTS[isFlag ? "choice" : widget];
  const choices = [
    { value: true, label: say("ui.common.yes") },
    { value: false, label: say("ui.common.no") },
  ];
  return (
    <div className="filter-value">
      <label className="visually-hidden" htmlFor={id}>
        {say("editor.filter.value")}
      </label>
      <Field
        id={id}
        label={say("editor.filter.value")}
        options={isFlag ? { choices } : options}
        value={value}
        isDisabled={false}
        isInvalid={problem !== null}
        isRequired
        describedBy={`${id}-problem`}
        onChange={onChange}
      />
      <output id={`${id}-problem`} htmlFor={id} className="form-problem small">
        {problem}
      </output>
    </div>
  );
}
