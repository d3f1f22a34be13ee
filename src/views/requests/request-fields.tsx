import { useId, useMemo, type ReactNode } from "react";
import { isRequired } from "#contract/requests/check";
import type { Choice, Condition, Field, FieldType } from "#contract/requests/form";
import { isObject, type Json } from "#contract/wire/json";
import { drawnFields, listOf, startOf, valueOf, withField, type Draft } from "#core/requests/draft";
import { drawnInput, referenceOf } from "#core/requests/drawn-field";
import { pickText } from "#core/text";
import { usePortal } from "../../editor/portal.ts";
import { Button } from "../../ui/action/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { FormAroundProvider } from "../../ui/field/field-component.ts";
import { FIELD_COMPONENTS } from "../../ui/field/index.ts";
import { useLocale, useText } from "../../ui/text.ts";
import "../../ui/form/form.css";

/** Id of the input at a path, for links of the summary. */
export function pathId(form: string, path: string): string {
  return `${form}-${path}`;
}

export interface RequestFieldsProps {
  /** Of the whole form. */
  readonly id: string;
  /** Before the names of these fields: `` or `rule_list.0.`. */
  readonly path: string;
  readonly fields: readonly Field[];
  readonly draft: Draft;
  /** What kind of request the form is filled in for. */
  readonly variant: string | null;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (draft: Draft) => void;
}

/** Fields of a request form as its data describe them; fields of fields stand in groups. */
export function RequestFields(props: RequestFieldsProps): ReactNode {
  const { fields, draft, onChange } = props;
  const locale = useLocale();
  const labelOf = (name: string): string =>
    pickText({ ...fields.find((field) => field.name === name)?.label }, locale) ?? name;
  return (
    <FormAroundProvider value={{ values: draft, labelOf, fields: [] }}>
      <div className="form-fields">
        {drawnFields(fields, draft).map((field) => (
          <OneField
            key={field.name}
            {...props}
            field={field}
            value={valueOf(field, draft)}
            onValue={(value) => onChange(withField(fields, draft, field.name, value))}
          />
        ))}
      </div>
    </FormAroundProvider>
  );
}

interface OneFieldProps extends RequestFieldsProps {
  readonly field: Field;
  readonly value: Json | undefined;
  readonly onValue: (value: Json | undefined) => void;
}

function OneField(props: OneFieldProps): ReactNode {
  const { type } = props.field;
  if (type.kind === "object") return <Group {...props} fields={type.fields} />;
  if (type.kind === "list" && type.of.kind === "object") return <Groups {...props} fields={type.of.fields} />;
  if (type.kind === "list" && type.of.kind === "choice")
    return <Choices {...props} choices={type.of.choices} />;
  return <Line {...props} type={type} />;
}

/** A field with fields of its own. */
function Group({ field, value, onValue, ...props }: OneFieldProps): ReactNode {
  const locale = useLocale();
  return (
    <fieldset className="request-group" id={pathId(props.id, props.path + field.name)} tabIndex={-1}>
      <legend>{pickText({ ...field.label }, locale)}</legend>
      <RequestFields
        {...props}
        path={`${props.path}${field.name}.`}
        draft={isObject(value) ? value : {}}
        onChange={(next) => onValue(jsonOf(next))}
      />
    </fieldset>
  );
}

/** Several entries with the same fields; each can be changed and removed until the request is sent. */
function Groups({ field, fields, value, onValue, ...props }: OneFieldProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const name = pickText({ ...(field.entry ?? field.label) }, locale) ?? field.name;
  const path = props.path + field.name;
  const entries = listOf(value);
  return (
    <div className="request-groups">
      {entries.map((entry, at) => (
        <fieldset key={at} className="request-group">
          <legend>{say("views.requests.entry", { name, number: at + 1 })}</legend>
          <RequestFields
            {...props}
            fields={fields}
            path={`${path}.${String(at)}.`}
            draft={isObject(entry) ? entry : {}}
            onChange={(next) => onValue(entries.map((one, place) => (place === at ? jsonOf(next) : one)))}
          />
          <Button icon="close" onClick={() => onValue(entries.filter((_, place) => place !== at))}>
            {say("views.requests.removeEntry", { name, number: at + 1 })}
          </Button>
        </fieldset>
      ))}
      <Problem text={props.problems.get(path)} />
      <Button
        icon="add"
        id={pathId(props.id, path)}
        onClick={() => onValue([...entries, startOf(fields, { senderEmail: null })])}
      >
        {say("views.requests.addEntry", { name })}
      </Button>
    </div>
  );
}

/** Any of a few choices. */
function Choices({
  field,
  value,
  onValue,
  choices,
  ...props
}: OneFieldProps & { readonly choices: readonly Choice[] }): ReactNode {
  const locale = useLocale();
  const id = pathId(props.id, props.path + field.name);
  const chosen = listOf(value);
  const help = useId();
  return (
    <fieldset className="form-field request-choices" aria-describedby={help}>
      <legend className="form-label">
        {pickText({ ...field.label }, locale)} <Mark {...props} field={field} />
      </legend>
      {choices.map((choice, at) => (
        <label key={choice.value} className="check">
          <input
            id={at === 0 ? id : undefined}
            type="checkbox"
            checked={chosen.includes(choice.value)}
            onChange={(event) =>
              onValue(
                event.target.checked
                  ? [...chosen, choice.value]
                  : chosen.filter((one) => one !== choice.value),
              )
            }
          />
          {pickText({ ...choice.label }, locale)}
        </label>
      ))}
      <Help {...props} helpId={help} field={field} path={props.path + field.name} />
    </fieldset>
  );
}

/** One input with its label, what is wrong with it and what to think of. */
function Line({
  field,
  value,
  onValue,
  type,
  ...props
}: OneFieldProps & { readonly type: FieldType }): ReactNode {
  const locale = useLocale();
  const { catalogue } = usePortal();
  const help = useId();
  const path = props.path + field.name;
  const id = pathId(props.id, path);
  const label = pickText({ ...field.label }, locale) ?? field.name;
  const { variant, draft } = props;
  const reference = useMemo(() => referenceOf(field, catalogue, variant), [field, catalogue, variant]);
  const { widget, options } = drawnInput(field, { reference, locale, draft });
  const Input = FIELD_COMPONENTS[widget];
  const mustBe = isRequired(field, props.fields, props.draft);
  return (
    <div className={`form-field request-${type.kind}`}>
      <div className="form-label">
        <label htmlFor={id}>{label}</label>
        <Mark {...props} field={field} />
      </div>
      <Input
        id={id}
        label={label}
        options={options}
        value={value}
        isDisabled={false}
        isInvalid={props.problems.has(path)}
        isRequired={mustBe}
        describedBy={help}
        onChange={onValue}
      />
      <Help {...props} helpId={help} field={field} path={path} expected={options.expected} />
    </div>
  );
}

function Mark({ field, fields, draft }: Pick<OneFieldProps, "field" | "fields" | "draft">): ReactNode {
  const say = useText();
  if (!isRequired(field, fields, draft)) return null;
  return <span className="muted small">{say("ui.common.required")}</span>;
}

interface HelpProps extends Pick<OneFieldProps, "field" | "fields" | "draft" | "problems"> {
  readonly helpId: string;
  readonly path: string;
  readonly expected?: Parameters<ReturnType<typeof useText>>[0] | undefined;
}

function Help({ helpId, field, draft, problems, path, expected }: HelpProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { guidance } = field;
  return (
    <div id={helpId} className="form-help small">
      <Problem text={problems.get(path)} />
      {expected !== undefined && <p className="muted">{say(expected)}</p>}
      {guidance !== undefined && applies(guidance.if, draft) && (
        <Guidance
          text={pickText({ ...guidance.text }, locale) ?? ""}
          isWarning={listOf(draft[field.name]).length > (guidance.warnsAbove ?? Infinity)}
        />
      )}
    </div>
  );
}

function Guidance({ text, isWarning }: { readonly text: string; readonly isWarning: boolean }): ReactNode {
  if (!isWarning) return <p className="request-guidance">{text}</p>;
  return (
    <output className="request-warning">
      <Note tone="warning">{text}</Note>
    </output>
  );
}

function Problem({ text }: { readonly text: string | undefined }): ReactNode {
  return text === undefined ? null : <p className="form-problem">{text}</p>;
}

/** Guidance depends on fields that are there. */
function applies(condition: Condition | undefined, draft: Draft): boolean {
  if (condition === undefined) return true;
  return "in" in condition && condition.in.some((one) => one === draft[condition.field]);
}

/** What is not filled in is absent in JSON. */
function jsonOf(draft: Draft): Json {
  return Object.fromEntries(
    Object.entries(draft).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}
