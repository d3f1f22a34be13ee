import type { ReactNode } from "react";
import { recordHelp } from "#contract/values/record-help";
import { makingOf } from "#core/form/making";
import type { FormModel } from "#core/form/plan-form";
import type { FieldNoteProps as NoteProps } from "../../ui/field/field-note-port.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { FormedNote } from "./formed-note.tsx";
import { MadeNote } from "./made-note.tsx";
import { OthersNote } from "./others-note.tsx";

export interface FieldNoteProps extends NoteProps {
  readonly plan: FormModel;
  /** The planned element that the form was opened from. */
  readonly uuid: string | null;
}

/** Help for a field: the form of its text with similar objects, or a sentence about the named object. */
export function FieldNote({ plan, uuid, name, value, values }: FieldNoteProps): ReactNode {
  const catalogue = useCatalogue();
  const field = plan.fields.find((one) => one.name === name);
  if (field === undefined) return null;
  const making = makingOf(catalogue, plan, field);
  if (making !== null) return <MadeNote plan={plan} making={making} field={field} values={values} />;
  const { formBy } = field.options;
  const form = formBy === undefined ? null : (formBy.value ?? values[formBy.field]);
  if (typeof form !== "string") return null;
  const help = recordHelp(form, typeof value === "string" ? value.trim() : "", toAscii);
  if (help === null) return null;
  return (
    <>
      <FormedNote form={form} {...help} />
      <OthersNote plan={plan} uuid={uuid} field={field} values={values} form={form} parts={help.parts} />
    </>
  );
}
