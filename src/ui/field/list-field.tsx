import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { Button, IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import { fieldText, type WidgetProps } from "./field-component.ts";

/** Several values, a line each; every line is a field of its own. */
export function ListField(props: WidgetProps): ReactNode {
  const say = useText();
  const lines: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const options = props.options.element?.options;
  const change = (next: readonly Json[]): void => props.onChange(next);
  return (
    <fieldset className="list-field" aria-label={props.label}>
      {lines.map((line, at) => (
        <div key={at} className="list-line">
          <input
            id={at === 0 ? props.id : `${props.id}-${String(at)}`}
            className="control code"
            autoComplete="off"
            aria-label={say("ui.field.line", { name: props.label, number: at + 1 })}
            aria-invalid={props.isInvalid}
            aria-describedby={props.describedBy}
            maxLength={options?.maxLength}
            value={fieldText(line)}
            disabled={props.isDisabled}
            onChange={(event) => change(lines.map((one, place) => (place === at ? event.target.value : one)))}
          />
          <IconButton
            icon="close"
            label={say("ui.field.removeLine", { number: at + 1 })}
            disabled={props.isDisabled}
            onClick={() => change(lines.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        icon="add"
        id={lines.length === 0 ? props.id : undefined}
        disabled={props.isDisabled}
        onClick={() => change([...lines, ""])}
      >
        {say("ui.field.addLine")}
      </Button>
    </fieldset>
  );
}
