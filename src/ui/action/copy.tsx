import { useEffect, useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import type { IconName } from "../icon/paths.ts";
import { useText } from "../text.ts";
import { IconButton } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import "./action.css";

const SHOWN_FOR = 2000;

const STATES = {
  offered: { icon: "copy", text: "ui.copy.copy" },
  copied: { icon: "check", text: "ui.copy.copied" },
  failed: { icon: "warning", text: "ui.copy.failed" },
} as const satisfies Readonly<Record<string, { readonly icon: IconName; readonly text: TextKey }>>;

/** Copies a text and shows so for two seconds. */
export function useCopy(value: string) {
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
