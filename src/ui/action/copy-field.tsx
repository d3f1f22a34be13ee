import { useId, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { useCopy } from "./copy.tsx";

export interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isMultiline?: boolean;
}

const ROWS = 10;

/** A read-only value with a copy button; the multiline form shows 10 rows (SHELL-22, SHELL-23). */
export function CopyField({ label, value, isMultiline = false }: CopyFieldProps): ReactNode {
  const id = useId();
  const { icon, label: action, said, copy } = useCopy(value);
  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-field-row">
        {isMultiline ? (
          <textarea id={id} readOnly rows={ROWS} value={value} className="control code" />
        ) : (
          <input id={id} readOnly value={value} className="control code" />
        )}
        <Button icon={icon} onClick={copy}>
          {action}
        </Button>
        <output className="visually-hidden">{said}</output>
      </div>
    </div>
  );
}
