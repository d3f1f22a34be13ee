import { useEffect, useId, useState, type ReactNode } from "react";
import { useText } from "../text.ts";
import { Button, IconButton } from "./button.tsx";
import "./action.css";

const SHOWN_FOR = 2000;

/** Copies a text and says so for two seconds. */
function useCopy(value: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    copy: () => {
      void navigator.clipboard.writeText(value).then(() => setCopied(true));
    },
  };
}

export interface CopyButtonProps {
  readonly value: string;
  readonly tabIndex?: number;
}

/** A small sign beside a value; 'Copied' after copying (SHELL-22). */
export function CopyButton({ value, tabIndex }: CopyButtonProps): ReactNode {
  const say = useText();
  const { isCopied, copy } = useCopy(value);
  return (
    <span className="copy">
      <IconButton
        icon={isCopied ? "check" : "copy"}
        label={isCopied ? say("ui.copy.copied") : say("ui.copy.copy")}
        className="copy-button"
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation();
          copy();
        }}
      />
      <output className="copy-done small">{isCopied ? say("ui.copy.copied") : ""}</output>
    </span>
  );
}

export interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isMultiline?: boolean;
}

const ROWS = 10;

/** A read-only value with a copy button; the multiline form shows 10 rows (SHELL-22, SHELL-23). */
export function CopyField({ label, value, isMultiline = false }: CopyFieldProps): ReactNode {
  const say = useText();
  const id = useId();
  const { isCopied, copy } = useCopy(value);
  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-field-row">
        {isMultiline ? (
          <textarea id={id} readOnly rows={ROWS} value={value} className="control code" />
        ) : (
          <input id={id} readOnly value={value} className="control code" />
        )}
        <Button icon={isCopied ? "check" : "copy"} onClick={copy}>
          {isCopied ? say("ui.copy.copied") : say("ui.copy.copy")}
        </Button>
        <output className="visually-hidden">{isCopied ? say("ui.copy.copied") : ""}</output>
      </div>
    </div>
  );
}
