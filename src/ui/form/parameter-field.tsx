import type { FieldProps, UiSchema } from "@rjsf/utils";
import { useContext, useId, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { DrawnField } from "#core/form/field-plan";
import { FormAroundContext } from "../field/field-component.ts";
import { FieldNoteContext, type FieldNoteProps } from "../field/field-note-port.ts";
import { FreeAddressContext } from "../field/free-address-port.ts";
import { orElse } from "../feedback/error-boundary.tsx";
import { FIELD_COMPONENTS } from "../field/index.tsx";
import { Note } from "../feedback/note.tsx";
import { Icon } from "../icon/icon.tsx";
import { later } from "../layout/later.tsx";
import { useText } from "../text.ts";

const FreeAddress = later(
  "free-address",
  async () => (await import("../field/free-address.tsx")).FreeAddress,
);

/** Loads the parts that only some fields need. */
export async function fetchParts(): Promise<void> {
  await FreeAddress.fetch();
}

/** The field from which a property is drawn; undefined for a property with fields of its own. */
export function parameterOf(uiSchema: UiSchema | undefined): DrawnField | undefined {
  // Parse boundary: core/form/plan-form.ts puts the field there.
  return uiSchema?.["ui:options"]?.["parameter"] as DrawnField | undefined;
}

/** One parameter: label, input, help and problem. Drawn by rjsf for every property. */
export function ParameterField(props: FieldProps): ReactNode {
  const field = parameterOf(props.uiSchema);
  if (field === undefined) return null;
  // Values of the form are JSON (core/form/values.ts).
  const value = props.formData as Json | undefined;
  return (
    <Parameter
      id={props.fieldPathId.$id}
      field={field}
      value={value === undefined ? field.proposed : value}
      problem={props.rawErrors?.[0] ?? null}
      isDisabled={props.disabled === true}
      onChange={(next) => props.onChange(next, props.fieldPathId.path)}
    />
  );
}

interface ParameterProps {
  readonly id: string;
  readonly field: DrawnField;
  readonly value: Json | undefined;
  readonly problem: string | null;
  readonly isDisabled: boolean;
  readonly onChange: (value: Json | undefined) => void;
}

function Parameter(props: ParameterProps): ReactNode {
  const { id, field, value, problem, onChange } = props;
  const help = useId();
  const Widget = FIELD_COMPONENTS[field.widget];
  const isFixed = props.isDisabled || field.isLocked;
  return (
    <Frame {...props} help={help}>
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
      <Free {...props} isDisabled={isFixed || value === null} />
      <Help id={help} field={field} value={value} problem={problem} />
    </Frame>
  );
}

interface FrameProps extends ParameterProps {
  /** Id of the texts under the input. */
  readonly help: string;
  readonly children: ReactNode;
}

/** The label stands beside one input, and names a group of several. */
function Frame({ id, field, value, problem, isDisabled, onChange, help, children }: FrameProps): ReactNode {
  const say = useText();
  const isGroup = field.widget === "checks";
  const Box = isGroup ? "fieldset" : "div";
  const Head = isGroup ? "legend" : "div";
  return (
    <Box
      className={`form-field form-${field.widget}${problem === null ? "" : " is-invalid"}`}
      aria-describedby={isGroup ? help : undefined}
    >
      <Head className="form-label">
        {isGroup ? `${field.label} ` : <label htmlFor={id}>{field.label}</label>}
        <Marks field={field} />
        {field.offersNull && (
          // Sets the parameter to null (TAFORM-11, TAFORM-12).
          <label className="form-null small">
            <input
              type="checkbox"
              checked={value === null}
              disabled={isDisabled || field.isLocked}
              onChange={(event) => onChange(event.target.checked ? null : undefined)}
            />
            {say("ui.form.null")}
          </label>
        )}
      </Head>
      {children}
    </Box>
  );
}

/** A part that only helps to fill a field. The form must work without the part. */
function Free({ field, value, isDisabled, onChange }: ParameterProps): ReactNode {
  if (useContext(FreeAddressContext) === null) return null;
  return orElse(
    null,
    <FreeAddress field={field} value={value} isDisabled={isDisabled} onChange={onChange} />,
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

/** The problem of the field, and its help: its own text, otherwise the format that its data type expects. */
function Help({
  id,
  field,
  value,
  problem,
}: Pick<ParameterProps, "id" | "field" | "value" | "problem">): ReactNode {
  const say = useText();
  const { expected } = field.options;
  const help = field.help ?? (expected === undefined ? null : say(expected));
  return (
    <div id={id} className="form-help small">
      {problem !== null && <p className="form-problem">{problem}</p>}
      {help !== null && <p className="muted">{help}</p>}
      <Beside name={field.name} value={value} />
      {field.guidance !== undefined && <Guidance {...field.guidance} />}
    </div>
  );
}

/** Help that the form around knows. */
function Beside(props: Omit<FieldNoteProps, "values">): ReactNode {
  const draw = useContext(FieldNoteContext);
  const values = useContext(FormAroundContext)?.values ?? {};
  return draw === null ? null : orElse(null, draw({ ...props, values }));
}

function Guidance({ text, isWarning }: NonNullable<DrawnField["guidance"]>): ReactNode {
  if (!isWarning) return <p>{text}</p>;
  return (
    <output className="form-warning">
      <Note tone="warning">{text}</Note>
    </output>
  );
}
