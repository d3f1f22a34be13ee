import type { Widget } from "#core/form/widget";
import type { FieldComponent } from "./field-component.ts";
import { ListField } from "./list-field.tsx";
import { SINGLE_FIELDS } from "./single.ts";
import "./field.css";

/** One component for each widget. */
export const FIELD_COMPONENTS: Readonly<Record<Widget, FieldComponent>> = {
  ...SINGLE_FIELDS,
  list: ListField,
};
