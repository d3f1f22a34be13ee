import Form, { type IChangeEvent } from "@rjsf/core";
import {
  ErrorSchemaBuilder,
  type RJSFSchema,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
  type RegistryFieldsType,
  type UiSchema,
  type ErrorListProps,
  type ErrorSchema,
} from "@rjsf/utils";
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from "react";
import { type DrawnForm, PARAMETER_FIELD } from "#core/form/plan-form";
import { labelAt, type PropertySchema } from "#core/form/schema";
import type { FormValues } from "#core/form/values";
import { Button } from "../action/button.tsx";
import { FormAroundContext, type FormAround } from "../field/field-component.ts";
import { useText } from "../text.ts";
import { ParameterField, parameterOf } from "./parameter-field.tsx";
import { useFormValidator, type FormCheck } from "./validator.ts";
import "./form.css";

/** Id of the input at a path, as rjsf makes it: for links of the summary and for the focus. */
function inputId(form: string, path: string): string {
  return `${form}-${path.replaceAll(".", "-")}`;
}

function summaryId(form: string): string {
  return `${form}-summary`;
}

export interface FormViewProps {
  /** Id of the form, so that buttons outside can submit it. */
  readonly id: string;
  readonly form: DrawnForm;
  readonly values: FormValues;
  /**
   * A dialog opens in its first field, and a refusal leads to the first wrong one. A page opens at its head, and a refusal moves to the list of
   * problems. A short form is like a dialog, without that list.
   */
  readonly kind: "dialog" | "page" | "short";
  /** Everything wrong with the values, beyond their schema. */
  readonly check: FormCheck;
  /** Problems that the server reported, by the paths of the fields. */
  readonly refused?: ReadonlyMap<string, string>;
  readonly onChange: (values: FormValues) => void;
  readonly onSubmit: (values: FormValues) => void;
  /** Validation failed: nothing was planned (TAFORM-07). */
  readonly onRefused?: () => void;
  /** Content below the fields; without it the buttons are elsewhere. */
  readonly children?: ReactNode;
}

/** Draws every form of the portal. rjsf holds the values and their errors, and our theme draws them. */
export function FormView(props: FormViewProps): ReactNode {
  const { id, form, values, kind, check, refused = NONE, onChange, onSubmit, onRefused, children } = props;
  const context = useMemo(() => ({ formId: id }), [id]);
  const validator = useFormValidator(form, check);
  const extraErrors = useMemo(() => errorSchemaOf(refused), [refused]);
  const [opened] = useState(values);
  useEffect(() => {
    if (kind !== "page") focusFirst(id, form.fields, opened);
  }, [id, kind, form.fields, opened]);
  return (
    <Form
      id={id}
      idPrefix={id}
      idSeparator="-"
      className="plan-form"
      // rjsf wants its own, mutable types for the schemas that core has made.
      schema={form.schema as unknown as RJSFSchema}
      uiSchema={form.uiSchema as unknown as UiSchema<FormValues>}
      formData={values}
      formContext={context}
      fields={FIELDS}
      templates={TEMPLATES}
      validator={validator}
      extraErrors={extraErrors}
      showErrorList={kind === "short" ? false : "top"}
      noHtml5Validate
      onChange={(event: IChangeEvent<FormValues>) => onChange(event.formData ?? {})}
      onSubmit={(event: IChangeEvent<FormValues>) => onSubmit(event.formData ?? {})}
      onError={([first]) => {
        onRefused?.();
        // The errors are drawn by now. A later frame could take the focus away from its new place.
        if (kind === "page" || !focusField(id, (first?.property ?? "").slice(1)))
          document.getElementById(summaryId(id))?.focus();
      }}
    >
      {children ?? <></>}
    </Form>
  );
}

const NONE: ReadonlyMap<string, string> = new Map();

function errorSchemaOf(refused: ReadonlyMap<string, string>) {
  const errors = new ErrorSchemaBuilder<FormValues>();
  for (const [path, text] of refused) errors.addErrors(text, path.split("."));
  return errors.ErrorSchema;
}

/** Puts the focus into a field of a form that is shown; answers whether it went there. */
export function focusField(form: string, path: string): boolean {
  const input = document.getElementById(inputId(form, path));
  input?.focus();
  return input !== null && document.activeElement === input;
}

/** A form opens before the text of a field that one adds to, otherwise in its first empty required field, or in the first that is not locked. */
function focusFirst(form: string, fields: DrawnForm["fields"], values: FormValues): void {
  const open = fields.filter((field) => !field.isLocked);
  const added = open.find(({ options }) => options.isBelow === true);
  if (added !== undefined && focusField(form, added.name)) {
    const input = document.activeElement;
    return input instanceof HTMLInputElement ? input.setSelectionRange(0, 0) : undefined;
  }
  const first = open.find((field) => field.isRequired && values[field.name] === undefined) ?? open[0];
  if (first !== undefined) focusField(form, first.name);
}

/** Ctrl+Enter plans, and Ctrl+Shift+Enter plans and continues. */
export function formKey(event: KeyboardEvent): "submit" | "continue" | null {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return null;
  return event.shiftKey ? "continue" : "submit";
}

/** Fields of an object, with its values around them; an object within the form is a group with a name. */
function ObjectTemplate({
  title,
  properties,
  formData,
  uiSchema,
  schema,
  fieldPathId,
}: ObjectFieldTemplateProps): ReactNode {
  const around = useMemo(
    (): FormAround => ({
      // Values of the form are JSON (core/form/values.ts).
      values: (formData ?? {}) as FormValues,
      labelOf: (name) => labelAt(schema as PropertySchema, name),
      fields: Object.values(uiSchema ?? {}).flatMap((one) => parameterOf(one as UiSchema) ?? []),
    }),
    [formData, uiSchema, schema],
  );
  const fields = (
    <FormAroundContext value={around}>
      <div className="form-fields">
        {properties.filter(({ hidden }) => !hidden).map(({ content }) => content)}
      </div>
    </FormAroundContext>
  );
  if (fieldPathId.path.length === 0) return fields;
  return (
    <fieldset className="form-group" id={fieldPathId.$id} tabIndex={-1}>
      <legend>{title}</legend>
      {fields}
    </fieldset>
  );
}

/** Several entries with the same fields; each can be changed and taken out until the form is sent. */
function ListTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { items, title, schema, rawErrors, fieldPathId, onAddClick } = props;
  const say = useText();
  const entry = (schema as PropertySchema).items?.title ?? title;
  return (
    <div className="form-entries">
      {items}
      {rawErrors?.map((text) => (
        <p key={text} className="form-problem">
          {text}
        </p>
      ))}
      <Button icon="add" id={fieldPathId.$id} onClick={onAddClick}>
        {say("ui.form.add", { name: entry })}
      </Button>
    </div>
  );
}

function EntryTemplate({ children, uiSchema, buttonsProps }: ArrayFieldItemTemplateProps): ReactNode {
  const say = useText();
  const { onRemoveItem, fieldPathId } = buttonsProps;
  return (
    <div className="form-entry">
      {children}
      <Button
        icon="close"
        onClick={(event) => {
          onRemoveItem(event);
          // The button disappears with its entry, so the focus moves to the button that adds entries.
          document.getElementById(fieldPathId.$id.replace(/-\d+$/, ""))?.focus();
        }}
      >
        {say("ui.form.remove", { name: String(uiSchema?.["ui:title"] ?? "") })}
      </Button>
    </div>
  );
}

/** The look of all forms: every value is drawn by one field, objects and lists by rjsf's own within these templates. */
const FIELDS: RegistryFieldsType = { [PARAMETER_FIELD]: ParameterField };
const TEMPLATES = {
  FieldTemplate: ({ children }: FieldTemplateProps) => <>{children}</>,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: ListTemplate,
  ArrayFieldItemTemplate: EntryTemplate,
  ErrorListTemplate: Summary,
};

/**
 * Errors of the form with links to the fields, read out after a refused submit. A field that has been changed since keeps its line, so that
 * nothing moves while somebody types.
 */
function Summary({ errors, errorSchema, schema, registry }: ErrorListProps): ReactNode {
  const say = useText();
  // `FormView` puts the id into the context, and core has made the schema.
  const { formId } = registry.formContext as { readonly formId: string };
  const shape = schema as PropertySchema;
  const lines = new Map(errors.map(({ property = "", message = "" }) => [property.slice(1), message]));
  const [title] = errors.map((error) => error.title);
  const isOfAll = errors.every((error) => error.title === title);
  return (
    <div id={summaryId(formId)} className="form-summary" role="alert" tabIndex={-1}>
      <p>{(isOfAll ? title : undefined) ?? say("ui.form.summary", { count: lines.size })}</p>
      <ul>
        {[...lines].map(([path, text]) => (
          <li key={path}>
            <a
              href={`#${inputId(formId, path)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(inputId(formId, path))?.focus();
              }}
            >
              {labelAt(shape, path)}
            </a>
            : {isLeft(errorSchema, path) ? text : <s className="muted">{text}</s>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** rjsf forgets the problem of a field when its value changes. */
function isLeft(errors: ErrorSchema, path: string): boolean {
  let inner: ErrorSchema | undefined = errors;
  for (const part of path.split(".")) inner = inner?.[part];
  return (inner?.__errors ?? []).length > 0;
}
