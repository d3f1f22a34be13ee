import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { Widget } from "#core/form/widget";
import { Button, IconButton } from "../action/button.tsx";
import { later } from "../layout/later.tsx";
import { useText } from "../text.ts";
import { ChipsField, TEXT } from "./chips-field.tsx";
import { BooleanField, ChecksField, ChoiceField } from "./choice-field.tsx";
import type { FieldComponent, WidgetProps } from "./field-component.ts";
import { ReferenceField } from "./reference-field.tsx";
import { NumberField, SecretField, CodeField, TextField, JsonField, TextareaField } from "./text-field.tsx";
import "./field.css";

// Dates and lists of choices are rare in forms, so their fields are loaded after the forms.
const DateField = later("rare-fields", async () => (await import("./rare-fields.ts")).DateField);
const DateTimeField = later("rare-fields", async () => (await import("./rare-fields.ts")).DateTimeField);
const ChoiceListField = later("rare-fields", async () => (await import("./rare-fields.ts")).ChoiceListField);
// Loads the fields ahead of the first form. A failed load is repeated when the field is needed.
void DateField.fetch().catch(() => undefined);

/** One component for each widget; a missing one does not compile. */
export const FIELD_COMPONENTS: Readonly<Record<Widget, FieldComponent>> = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  boolean: BooleanField,
  date: DateField,
  dateTime: DateTimeField,
  choice: ChoiceField,
  choiceList: ChoiceListField,
  checks: ChecksField,
  fqdn: CodeField,
  ipAddress: CodeField,
  ipNetwork: CodeField,
  macAddress: CodeField,
  reference: ReferenceField,
  json: JsonField,
  secret: SecretField,
  list: ListField,
};

/** Values of one line become chips, which can be pasted; larger ones and choices get a line each. */
const AS_CHIPS: ReadonlySet<Widget> = new Set([
  "text",
  "number",
  "fqdn",
  "ipAddress",
  "ipNetwork",
  "macAddress",
  "date",
  "reference",
]);

function ListField(props: WidgetProps): ReactNode {
  const widget = props.options.element?.widget ?? "text";
  return AS_CHIPS.has(widget) ? <ChipsField {...props} /> : <LinesField {...props} />;
}

/** Several values with a line each; every line is a field. */
function LinesField(props: WidgetProps): ReactNode {
  const say = useText();
  const lines: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const element = props.options.element ?? TEXT;
  // A list of lists has no input, so its lines are typed as text.
  const Line = FIELD_COMPONENTS[element.widget === "list" ? "text" : element.widget];
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
