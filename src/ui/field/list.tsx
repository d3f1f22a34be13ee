import { useState, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { useText } from "../text.ts";
import type { FieldProps } from "./field-component.ts";
import { controlProps, textOf } from "./input-props.ts";

const ROWS = 4;

/** Several values, one a line. */
export function ListField(props: FieldProps): ReactNode {
  const { value, options, onChange } = props;
  const say = useText();
  const [text, setText] = useState(() => (Array.isArray(value) ? value.map(textOf).join("\n") : ""));
  const isNumber = options.element?.widget === "number";
  const take = (next: string): void => {
    setText(next);
    const lines = next.split("\n").map((line) => line.trim());
    const filled = lines.filter((line) => line !== "");
    onChange(filled.map((line): Json => (isNumber && Number.isFinite(Number(line)) ? Number(line) : line)));
  };
  return (
    <textarea
      {...controlProps(props)}
      className="control code"
      rows={ROWS}
      placeholder={say("ui.field.perLine")}
      value={text}
      onChange={(event) => take(event.target.value)}
    />
  );
}
