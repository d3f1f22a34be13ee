import { useEffect, useId, useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import type { IconName } from "../icon/paths.ts";
import { useText } from "../text.ts";
import { Button, IconButton } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import "./action.css";

const SHOWN_FOR = 2000;

const STATES = {
  offered: { icon: "copy", text: "ui.copy.copy" },
  copied: { icon: "check", text: "ui.copy.copied" },
  failed: { icon: "warning", text: "ui.copy.failed" },
} as const satisfies Readonly<Record<string, { readonly icon: IconName; readonly text: TextKey }>>;

/** Copies a text and shows so for two seconds. */
function useCopy(value: string) {
  const say = useText();
  const [state, setState] = useState<keyof typeof STATES>("offered");
  useEffect(() => {
    if (state === "offered") return undefined;
    const timer = setTimeout(() => setState("offered"), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  const { icon, text } = STATES[state];
  return {
    icon,
    /** Label of the action, or its result. */
    label: say(text),
    /** Announced after copying or failing. */
    said: state === "offered" ? "" : say(text),
    copy: (): void => void copyText(value).then((isCopied) => setState(isCopied ? "copied" : "failed")),
  };
}

export interface CopyButtonProps {
  readonly value: string;
  readonly tabIndex?: number;
}

/** A small copy icon beside a value; 'Copied' after copying (SHELL-22). */
export function CopyButton({ value, tabIndex }: CopyButtonProps): ReactNode {
  const { icon, label, said, copy } = useCopy(value);
  return (
    <span className="copy">
      <IconButton
        icon={icon}
        label={label}
        className="copy-button"
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation();
          copy();
        }}
      />
      <output className="copy-done small">{said}</output>
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
