import type { FieldTemplateProps, ObjectFieldTemplateProps, RegistryFieldsType } from "@rjsf/utils";
import { PARAMETER_FIELD } from "#core/form/plan-form";
import { ParameterField } from "./parameter-field.tsx";

/** The look of all forms: every property is drawn by one field, and nothing stands around it. */
export const FIELDS: RegistryFieldsType = { [PARAMETER_FIELD]: ParameterField };
export const TEMPLATES = {
  FieldTemplate: ({ children }: FieldTemplateProps) => <>{children}</>,
  ObjectFieldTemplate: ({ properties }: ObjectFieldTemplateProps) => (
    <div className="form-fields">{properties.map((property) => property.content)}</div>
  ),
  ErrorListTemplate: () => null,
};
