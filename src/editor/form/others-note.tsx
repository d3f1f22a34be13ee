import type { ReactNode } from "react";
import { parseRecordData } from "#contract/values/record-data";
import { textIn, type Row } from "#contract/wire/json";
import type { FieldModel } from "#core/form/field-plan";
import { othersOf, othersStep } from "#core/form/making";
import type { FormModel } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { naturally } from "#core/table/natural-order";
import { intlTag } from "../../ui/text.ts";
import { useWords } from "../portal/words.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { useBeside, type RowsBeside } from "./use-beside.ts";
import "./others-note.css";

interface OthersNoteProps {
  readonly plan: FormModel;
  readonly uuid: string | null;
  readonly field: FieldModel;
  readonly values: FormValues;
  /** Value of the field that decides the form. */
  readonly form: string;
  /** Names of the parts of a text in this form. */
  readonly parts: readonly string[];
}

interface Line {
  readonly text: string;
  /** The line shows the value of the form itself. */
  readonly isThis: boolean;
}

/** The objects that differ only in this field from the one in the form, in order, with its own place among them. */
export function OthersNote({ plan, uuid, field, values, form, parts }: OthersNoteProps): ReactNode {
  const { say, locale, catalogue } = useWords();
  const found = useBeside(othersStep(plan, field.name, values, toAscii));
  const others = found === null ? [] : othersIn(found, plan, uuid).map((row) => textIn(row[field.name]));
  if (others.length === 0) return null;
  const typed = parseRecordData(form, textIn(values[field.name]) || null, toAscii);
  const own = typed.ok ? typed.value : null;
  const isTwice = own !== null && others.includes(own);
  const lines: readonly Line[] = [
    ...others.map((text) => ({ text, isThis: text === own })),
    ...(own === null || isTwice ? [] : [{ text: own, isThis: true }]),
  ].toSorted((one, other) => naturally(one.text, other.text));
  const keys = new Intl.ListFormat(intlTag(locale)).format(
    othersOf(plan.type, field.name).map((name) => catalogue.attributeName(plan.type.name, name, locale)),
  );
  return (
    <div className="others-note">
      <p>{say("editor.others.title", { types: catalogue.typePlural(plan.type.name, locale), keys })}</p>
      <div className="others-lines">
        <table>
          {parts.length > 0 && (
            <thead>
              <tr>
                {parts.map((part) => (
                  <th key={part} scope="col">
                    {part}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {lines.map(({ text, isThis }) => (
              <tr key={text} aria-current={isThis ? "true" : undefined}>
                {cellsOf(text, parts.length).map((cell, at) => (
                  <td key={parts[at] ?? ""} className="code">
                    {cell}
                    {isThis && at === Math.max(parts.length, 1) - 1 && (
                      <span className="others-this"> {say("editor.others.this")}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <output className="form-problem">{isTwice ? say("editor.others.twice") : ""}</output>
    </div>
  );
}

/** The rows without the object of the form itself. */
function othersIn({ rows, marks }: RowsBeside, { target }: FormModel, uuid: string | null): readonly Row[] {
  const own = target.row?.["gpk"];
  return rows.filter((row) => {
    const isPlannedHere = marks.get(row)?.uuids.includes(target.element ?? uuid ?? "") === true;
    return !isPlannedHere && (own === undefined || row["gpk"] !== own);
  });
}

/** The parts of a text; the last one takes the rest. A quoted part stays whole. */
function cellsOf(text: string, count: number): readonly string[] {
  if (count === 0) return [text];
  const pieces = text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  return [...pieces.slice(0, count - 1), pieces.slice(count - 1).join(" ")];
}
