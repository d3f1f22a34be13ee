import type { FieldProps } from "@rjsf/utils";
import { createContext, useContext, useId, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { FieldPlan } from "#core/form/field-plan";
import { FIELD_COMPONENTS } from "../field/index.ts";
import { Icon } from "../icon/icon.tsx";
import { useText } from "../text.ts";

/** What is wrong with each field, as a sentence; kept beside rjsf, which knows only keywords. */
const ProblemContext = createContext<ReadonlyMap<string, string>>(new Map());
export const ProblemProvider = ProblemContext.Provider;

/** Id of a field's input, for links of the error summary. */
export function inputId(form: string, name: string): string {
  return `${form}-${name}`;
}

/** One parameter: label, input, help and what is wrong with it. Drawn by rjsf for every property. */
export function ParameterField(props: FieldProps): ReactNode {
  // Parse boundary: core/form/plan-form.ts puts the plan of the field there.
  const field = props.uiSchema?.["ui:options"]?.["parameter"] as FieldPlan | undefined;
  if (field === undefined) return null;
  // Values of the form are JSON (core/form/values.ts).
  const value = props.formData as Json | undefined;
  return (
    <Parameter
      form={String(props.registry.formContext?.["formId"] ?? "form")}
      field={field}
      value={value}
      isDisabled={props.disabled === true}
      onChange={(next) => props.onChange(next, props.fieldPathId.path)}
    />
  );
}

interface ParameterProps {
  readonly form: string;
  readonly field: FieldPlan;
  readonly value: Json | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: Json | undefined) => void;
}

function Parameter({ form, field, value, isDisabled, onChange }: ParameterProps): ReactNode {
  const say = useText();
  const problem = useContext(ProblemContext).get(field.name) ?? null;
  const help = useId();
  const id = inputId(form, field.name);
  const Widget = FIELD_COMPONENTS[field.widget];
  const isNull = value === null;
  const expected = field.options.expected;
  return (
    <div className={`form-field${problem === null ? "" : " is-invalid"}`}>
      <div className="form-label">
        <label htmlFor={id}>{field.label}</label>
        {field.isRequired && <span className="muted small">{say("ui.common.required")}</span>}
        {field.isLocked && (
          <span className="muted small form-lock">
            <Icon name="lock" size={12} />
            {say("ui.form.locked")}
          </span>
        )}
        {field.offersNull && (
          <label className="form-null small">
            <input
              type="checkbox"
              checked={isNull}
              disabled={isDisabled || field.isLocked}
              onChange={(event) => onChange(event.target.checked ? null : undefined)}
            />
            {say("ui.form.null")}
          </label>
        )}
      </div>
      <Widget
        id={id}
        label={field.label}
        options={field.options}
        value={value}
        isDisabled={isDisabled || field.isLocked || isNull}
        isInvalid={problem !== null}
        isRequired={field.isRequired}
        describedBy={help}
        onChange={onChange}
      />
      <div id={help} className="form-help small">
        {problem !== null && <p className="form-problem">{problem}</p>}
        {field.help !== null && <p className="muted">{field.help}</p>}
        {field.help === null && expected !== undefined && <p className="muted">{say(expected)}</p>}
      </div>
    </div>
  );
}
