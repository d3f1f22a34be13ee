import type { FieldProps } from "@rjsf/utils";
import { createContext, Suspense, useContext, useId, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { DrawnField } from "#core/form/field-plan";
import { useFreeAddressPort } from "../field/free-address-port.ts";
import { ErrorBoundary } from "../feedback/error-boundary.tsx";
import { FIELD_COMPONENTS } from "../field/index.ts";
import { Icon } from "../icon/icon.tsx";
import { later } from "../layout/later.tsx";
import { useText } from "../text.ts";

const FreeAddress = later(
  "free-address",
  async () => (await import("../field/free-address.tsx")).FreeAddress,
);

/** Loads what only some fields are drawn by. */
export async function fetchParts(): Promise<void> {
  await FreeAddress.fetch();
}

/** What is wrong with each field, as a sentence; kept beside rjsf, which knows only keywords. */
const ProblemContext = createContext<ReadonlyMap<string, string>>(new Map());
export const ProblemProvider = ProblemContext.Provider;

/** What rjsf hands to every field of a form. */
export interface FormContext {
  readonly formId: string;
}

/** Id of a field's input, for links of the error summary. */
export function inputId(form: string, name: string): string {
  return `${form}-${name}`;
}

/** One parameter: label, input, help and what is wrong with it. Drawn by rjsf for every property. */
export function ParameterField(props: FieldProps): ReactNode {
  // Parse boundary: core/form/plan-form.ts puts the field there, the views of forms their id.
  const field = props.uiSchema?.["ui:options"]?.["parameter"] as DrawnField | undefined;
  const context = props.registry.formContext as FormContext | undefined;
  if (field === undefined) return null;
  // Values of the form are JSON (core/form/values.ts).
  const value = props.formData as Json | undefined;
  return (
    <Parameter
      form={context?.formId ?? "form"}
      field={field}
      value={value}
      isDisabled={props.disabled === true}
      onChange={(next) => props.onChange(next, props.fieldPathId.path)}
    />
  );
}

interface ParameterProps {
  readonly form: string;
  readonly field: DrawnField;
  readonly value: Json | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: Json | undefined) => void;
}

function Parameter({ form, field, value, isDisabled, onChange }: ParameterProps): ReactNode {
  const problem = useContext(ProblemContext).get(field.name) ?? null;
  const help = useId();
  const id = inputId(form, field.name);
  const Widget = FIELD_COMPONENTS[field.widget];
  const isFixed = isDisabled || field.isLocked;
  const offersFree = useFreeAddressPort() !== null;
  return (
    <div className={`form-field${problem === null ? "" : " is-invalid"}`}>
      <div className="form-label">
        <label htmlFor={id}>{field.label}</label>
        <Marks field={field} />
        {field.offersNull && (
          <NullBox
            isNull={value === null}
            isDisabled={isFixed}
            onChange={(isNull) => onChange(isNull ? null : undefined)}
          />
        )}
      </div>
      <Widget
        id={id}
        label={field.label}
        options={field.options}
        value={value}
        isDisabled={isFixed || value === null}
        isInvalid={problem !== null}
        isRequired={field.isRequired}
        describedBy={help}
        onChange={onChange}
      />
      {offersFree && (
        // A form keeps its input even if this part cannot be loaded.
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <FreeAddress
              field={field}
              value={value}
              isDisabled={isFixed || value === null}
              onChange={onChange}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      <Help id={help} field={field} problem={problem} />
    </div>
  );
}

/** Required and locked are said in words. */
function Marks({ field }: { readonly field: DrawnField }): ReactNode {
  const say = useText();
  return (
    <>
      {field.isRequired && <span className="muted small">{say("ui.common.required")}</span>}
      {field.isLocked && (
        <span className="muted small form-lock">
          <Icon name="lock" size={12} />
          {field.missing.length === 0
            ? say("ui.form.locked")
            : say("ui.form.needs", { permission: field.missing.join(", ") })}
        </span>
      )}
    </>
  );
}

interface NullBoxProps {
  readonly isNull: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isNull: boolean) => void;
}

/** Sets the parameter to null (TAFORM-11, TAFORM-12). */
function NullBox({ isNull, isDisabled, onChange }: NullBoxProps): ReactNode {
  const say = useText();
  return (
    <label className="form-null small">
      <input
        type="checkbox"
        checked={isNull}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {say("ui.form.null")}
    </label>
  );
}

interface HelpProps {
  readonly id: string;
  readonly field: DrawnField;
  readonly problem: string | null;
}

/** What is wrong, and what belongs into the field: its own text, otherwise the form its data type expects. */
function Help({ id, field, problem }: HelpProps): ReactNode {
  const say = useText();
  const { expected } = field.options;
  const help = field.help ?? (expected === undefined ? null : say(expected));
  return (
    <div id={id} className="form-help small">
      {problem !== null && <p className="form-problem">{problem}</p>}
      {help !== null && <p className="muted">{help}</p>}
    </div>
  );
}
