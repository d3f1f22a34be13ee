import Form, { type IChangeEvent } from "@rjsf/core";
import type { RJSFSchema, UiSchema as RjsfUiSchema } from "@rjsf/utils";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { FieldProblem } from "#core/form/plan-change";
import type { DrawnForm } from "#core/form/plan-form";
import { sameJson, type FormValues } from "#core/form/values";
import type { FieldPlan } from "#core/form/field-plan";
import type { WidgetOptions } from "#core/form/widget";
import type { Text } from "#core/text";
import { FormAroundProvider, type FormAround } from "../field/field-component.ts";
import { sayText, useText, type Say } from "../text.ts";
import { inputId, ProblemProvider } from "./parameter-field.tsx";
import { FIELDS, TEMPLATES } from "./theme.tsx";
import { FORM_VALIDATOR } from "./validator.ts";
import "./form.css";

export interface PlanFormViewProps {
  /** Id of the form, so that buttons outside can submit it. */
  readonly id: string;
  readonly plan: DrawnForm;
  /** Everything wrong with the values, beyond their schema. */
  readonly check: (values: FormValues) => readonly FieldProblem[];
  readonly onSubmit: (values: FormValues) => void;
  /** Validation failed: nothing was planned (TAFORM-07). */
  readonly onRefused: () => void;
  readonly onChange: (values: FormValues) => void;
}

/** A form made from metadata: rjsf holds its values, every property is drawn by the field that core has planned. */
export function PlanFormView({
  id,
  plan,
  check,
  onSubmit,
  onRefused,
  onChange,
}: PlanFormViewProps): ReactNode {
  const say = useText();
  const [values, setValues] = useState<FormValues>(plan.initial);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [changed, setChanged] = useState(NONE);
  const [heading, setHeading] = useState<string | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  const context = useMemo(() => ({ formId: id }), [id]);
  const around = useMemo((): FormAround => {
    const labelOf = (name: string) => plan.fields.find((field) => field.name === name)?.label ?? name;
    return { values, labelOf, fields: plan.fields };
  }, [values, plan]);
  useEffect(() => focusFirst(id, plan), [id, plan]);
  const refuse = (given: FormValues, fromSchema: readonly (readonly [string, string])[]): void => {
    const found = check(given);
    const own = found.map((one) => [one.name, sayText(say, one.text)] as const);
    const title = fromSchema.length === 0 ? commonTitle(found) : null;
    setHeading(title === null ? null : sayText(say, title));
    setProblems(new Map([...fromSchema, ...own]));
    setChanged(NONE);
    onRefused();
    requestAnimationFrame(() => focusProblem(id, plan, [...fromSchema, ...own], summary.current));
  };
  const submit = (given: FormValues): void => {
    if (check(given).length > 0) return refuse(given, []);
    setProblems(new Map());
    onSubmit(given);
  };
  const left = useMemo(
    () => new Map([...problems].filter(([name]) => !changed.has(name))),
    [problems, changed],
  );
  return (
    <ProblemProvider value={left}>
      {problems.size > 0 && (
        <Summary
          form={id}
          heading={heading}
          fields={plan.fields}
          problems={problems}
          left={left}
          summaryRef={summary}
        />
      )}
      <FormAroundProvider value={around}>
        <Form
          id={id}
          className="plan-form"
          // rjsf wants its own, mutable types for the schemas that core has made.
          schema={plan.schema as unknown as RJSFSchema}
          uiSchema={plan.uiSchema as unknown as RjsfUiSchema<FormValues>}
          formData={values}
          formContext={context}
          fields={FIELDS}
          templates={TEMPLATES}
          validator={FORM_VALIDATOR}
          showErrorList={false}
          noHtml5Validate
          onChange={(event: IChangeEvent<FormValues>) => {
            const next = event.formData ?? {};
            setChanged(changedNames(changed, problems, values, next));
            setValues(next);
            onChange(next);
          }}
          onSubmit={(event: IChangeEvent<FormValues>) => submit(event.formData ?? {})}
          onError={(errors) =>
            refuse(
              values,
              errors.map((error) => {
                const name = (error.property ?? "").replace(/^\./, "");
                return [name, sentence(say, plan.fields, name, error.name ?? "")] as const;
              }),
            )
          }
        >
          <></>
        </Form>
      </FormAroundProvider>
    </ProblemProvider>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Refused fields that have another value since: what was said of them is said no longer, until the form is sent again. */
function changedNames(
  before: ReadonlySet<string>,
  problems: ReadonlyMap<string, string>,
  one: FormValues,
  other: FormValues,
): ReadonlySet<string> {
  const more = [...problems.keys()].filter(
    (name) => !before.has(name) && !sameJson(one[name] ?? null, other[name] ?? null),
  );
  return more.length === 0 ? before : new Set([...before, ...more]);
}

/** A refused form leads to the first field that is wrong; where none can be typed into, to the summary. */
function focusProblem(
  form: string,
  plan: DrawnForm,
  problems: readonly (readonly [string, string])[],
  summary: HTMLElement | null,
): void {
  const names = new Set(problems.map(([name]) => name));
  const first = plan.fields.find((field) => names.has(field.name));
  const input = first === undefined ? null : document.getElementById(inputId(form, first.name));
  input?.focus();
  if (input === null || document.activeElement !== input) summary?.focus();
}

/** A form opens in its first empty required field, otherwise in the first that is not locked. */
function focusFirst(form: string, plan: DrawnForm): void {
  const open = plan.fields.filter((field) => !field.isLocked);
  const first = open.find((field) => field.isRequired && plan.initial[field.name] === undefined) ?? open[0];
  if (first !== undefined) document.getElementById(inputId(form, first.name))?.focus();
}

type Sentence = (say: Say, options: WidgetOptions) => string;

const isMissing: Sentence = (say) => say("core.form.required");
const isOutside: Sentence = (say, { minimum, maximum }) =>
  say("core.form.outOfRange", { min: boundText(minimum), max: boundText(maximum) });

/** Keywords of JSON Schema as sentences about the field. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  required: isMissing,
  minLength: isMissing,
  maxLength: (say, { maxLength }) => say("ui.form.tooLong", { count: maxLength ?? 0 }),
  minimum: isOutside,
  maximum: isOutside,
};

function boundText(bound: number | undefined): string {
  return bound === undefined ? "…" : String(bound);
}

function sentence(say: Say, fields: readonly FieldPlan[], name: string, keyword: string): string {
  const options = fields.find((field) => field.name === name)?.options ?? {};
  return (
    SENTENCES[keyword]?.(say, options) ??
    say(options.isInteger === true ? "core.form.noInteger" : "core.form.noNumber")
  );
}

/** The title of what is wrong, where all of it has the same one. */
function commonTitle(problems: readonly FieldProblem[]): Text | null {
  const title = problems[0]?.title ?? null;
  return problems.every((one) => one.title?.key === title?.key) ? title : null;
}

interface SummaryProps {
  readonly form: string;
  /** In place of the number of fields. */
  readonly heading: string | null;
  readonly fields: readonly FieldPlan[];
  readonly problems: ReadonlyMap<string, string>;
  /** Those whose field has not been changed since. The others keep their line, so that nothing moves while somebody types. */
  readonly left: ReadonlyMap<string, string>;
  readonly summaryRef: React.RefObject<HTMLDivElement | null>;
}

/** What is wrong, with links to the fields; read out after a refused submit. */
function Summary({ form, heading, fields, problems, left, summaryRef }: SummaryProps): ReactNode {
  const say = useText();
  return (
    <div ref={summaryRef} className="form-summary" role="alert" tabIndex={-1}>
      <p>{heading ?? say("ui.form.summary", { count: problems.size })}</p>
      <ul>
        {[...problems].map(([name, text]) => (
          <li key={name}>
            <a
              href={`#${inputId(form, name)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(inputId(form, name))?.focus();
              }}
            >
              {fields.find((field) => field.name === name)?.label ?? name}
            </a>
            : {left.has(name) ? text : <s className="muted">{text}</s>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Ctrl+Enter plans, Ctrl+Shift+Enter plans and goes on. */
export function formKey(event: KeyboardEvent): "submit" | "continue" | null {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return null;
  return event.shiftKey ? "continue" : "submit";
}
