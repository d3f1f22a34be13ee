import type { Widget } from "#core/form/widget";
import { BooleanField } from "./boolean-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import type { FieldComponent } from "./field-component.ts";
import { ChoiceListField, DateField, DateTimeField } from "./later-fields.tsx";
import { NumberField } from "./number-field.tsx";
import { ReferenceField } from "./reference-field.tsx";
import { SecretField } from "./secret-field.tsx";
import { CodeField, TextField } from "./text-field.tsx";
import { JsonField, TextareaField } from "./textarea-field.tsx";

/** One component for each widget of a single value; a missing one does not compile. */
export const SINGLE_FIELDS: Readonly<Record<Exclude<Widget, "list">, FieldComponent>> = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  boolean: BooleanField,
  date: DateField,
  dateTime: DateTimeField,
  choice: ChoiceField,
  choiceList: ChoiceListField,
  fqdn: CodeField,
  ipAddress: CodeField,
  ipNetwork: CodeField,
  macAddress: CodeField,
  reference: ReferenceField,
  json: JsonField,
  secret: SecretField,
};
