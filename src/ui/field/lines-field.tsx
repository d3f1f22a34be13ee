import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { Button, IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import type { WidgetProps } from "./field-component.ts";
import { SINGLE_FIELDS } from "./single.ts";

const TEXT_LINE = { widget: "text", options: {} } as const;

/** Several values, a line each; every line is a field of its own. */
export function LinesField(props: WidgetProps): ReactNode {
  const say = useText();
  const lines: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const element = props.options.element ?? TEXT_LINE;
  // A list of lists has no input; its lines are typed.
  const Line = SINGLE_FIELDS[element.widget === "list" ? "text" : element.widget];
  const change = (next: readonly Json[]): void => props.onChange(next);
  return (
    <fieldset className="list-field" aria-label={props.label}>
      {lines.map((line, at) => (
        <div key={at} className="list-line">
          <Line
            id={at === 0 ? props.id : `${props.id}-${String(at)}`}
            label={props.label}
            lineLabel={say("ui.field.line", { name: props.label, number: at + 1 })}
            options={element.options}
            value={line}
            isDisabled={props.isDisabled}
            isInvalid={props.isInvalid}
            isRequired={false}
            describedBy={props.describedBy}
            onChange={(value) => change(lines.map((one, place) => (place === at ? (value ?? "") : one)))}
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
        aria-label={`${say("ui.field.addLine")}: ${props.label}`}
        disabled={props.isDisabled}
        onClick={() => change([...lines, element.widget === "boolean" ? false : ""])}
      >
        {say("ui.field.addLine")}
      </Button>
    </fieldset>
  );
}
