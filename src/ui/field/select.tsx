import type { ReactNode, SelectHTMLAttributes } from "react";

export interface SelectProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "onChange"
> {
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

/** One of a few choices, for pages without a form. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { choices, onChoose, ...rest } = props;
  return (
    <select
      className="control"
      {...rest}
      onChange={({ target }) => {
        const chosen = choices.find(({ value }) => value === target.value);
        if (chosen !== undefined) onChoose(chosen.value);
      }}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
