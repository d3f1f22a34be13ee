import { useEffect, useState, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { ReferenceTarget } from "#core/form/widget";
import { useText } from "../text.ts";
import type { FieldProps, LookUp, Suggestion } from "./field-component.ts";
import { controlProps } from "./input-props.ts";

interface Choice {
  readonly value: Json;
  readonly label: string;
}

/** One of few: fixed values, or all rows of a short list. The present value is always among them. */
export function ChoiceField(props: FieldProps): ReactNode {
  const { options, value, onChange, lookUp } = props;
  const say = useText();
  const rows = useAllRows(options.reference, lookUp);
  const known: readonly Choice[] = options.choices ?? rows;
  const present = value ?? null;
  const choices =
    present === null || known.some((one) => one.value === present)
      ? known
      : [...known, { value: present, label: String(present) }];
  return (
    <select
      {...controlProps(props)}
      className="control"
      value={present === null ? "" : String(present)}
      onChange={(event) => onChange(choices.find((one) => String(one.value) === event.target.value)?.value)}
    >
      <option value="">{say("ui.field.choose")}</option>
      {choices.map((one) => (
        <option key={String(one.value)} value={String(one.value)}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

function useAllRows(target: ReferenceTarget | undefined, lookUp: LookUp): readonly Choice[] {
  const [rows, setRows] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    if (target === undefined) return undefined;
    const stop = new AbortController();
    lookUp(target, "", stop.signal)
      .then(setRows)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) console.warn("choices could not be loaded", error);
      });
    return () => stop.abort();
  }, [target, lookUp]);
  return rows.map(({ value, label, note }) => ({ value, label: note === null ? label : `${label} (${note})` }));
}
