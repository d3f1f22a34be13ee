export { ChoiceListField } from "./choice-list-field.tsx";
export { DateField, DateTimeField } from "./date-field.tsx";
