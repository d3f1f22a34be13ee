import Form, { type IChangeEvent } from "@rjsf/core";
import type { RJSFSchema, UiSchema as RjsfUiSchema } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import type { ValidatorFunctions } from "@rjsf/validator-ajv8";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { DrawnField } from "#core/form/field-plan";
import { uiSchemaOf } from "#core/form/plan-form";
import type { FormSchema } from "#core/form/schema";
import type { FormValues } from "#core/form/values";
import { useText } from "../text.ts";
import { inputId, ProblemProvider } from "./parameter-field.tsx";
import { FIELDS, TEMPLATES } from "./theme.tsx";
import "./form.css";

export interface FixedFormProps {
  readonly id: string;
  readonly fields: readonly DrawnField[];
  readonly schema: FormSchema;
  /** Validators of this very schema, compiled ahead by scripts/validators.ts. */
  readonly validators: ValidatorFunctions;
  readonly onSubmit: (values: FormValues) => void;
  /** Stands below the fields: further controls and the button that submits. */
  readonly children: ReactNode;
}

/** A form that is known when the portal is built, checked by AJV without compiling anything in the browser. */
export function FixedForm({ id, fields, schema, validators, onSubmit, children }: FixedFormProps): ReactNode {
  const say = useText();
  const [values, setValues] = useState<FormValues>({});
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const context = useMemo(() => ({ formId: id }), [id]);
  // rjsf wants its own, mutable types for the schemas that core has made.
  const rjsfSchema = schema as unknown as RJSFSchema;
  const validator = useMemo(
    () => createPrecompiledValidator<FormValues>(validators, rjsfSchema),
    [validators, rjsfSchema],
  );
  const uiSchema = useMemo(() => uiSchemaOf(fields) as unknown as RjsfUiSchema<FormValues>, [fields]);
  useEffect(() => focusField(id, fields[0]?.name), [id, fields]);
  return (
    <ProblemProvider value={problems}>
      <Form
        id={id}
        className="plan-form"
        schema={rjsfSchema}
        uiSchema={uiSchema}
        formData={values}
        formContext={context}
        fields={FIELDS}
        templates={TEMPLATES}
        validator={validator}
        showErrorList={false}
        noHtml5Validate
        onChange={(event: IChangeEvent<FormValues>) => setValues(event.formData ?? {})}
        onSubmit={(event: IChangeEvent<FormValues>) => {
          setProblems(new Map());
          onSubmit(event.formData ?? {});
        }}
        onError={() => {
          const empty = schema.required.filter((name) => values[name] === undefined);
          setProblems(new Map(empty.map((name) => [name, say("core.form.required")])));
          focusField(id, empty[0]);
        }}
      >
        {children}
      </Form>
    </ProblemProvider>
  );
}

/** Puts the focus into a field of a form that is shown. */
export function focusField(form: string, name: string | undefined): void {
  if (name !== undefined) document.getElementById(inputId(form, name))?.focus();
}
