import { useState, type ReactNode } from "react";
import type { Quiet } from "#core/catalogue/quiet";
import { CopyButton } from "../../ui/action/copy.tsx";
import { IconButton } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { QuietText } from "./quiet-text.tsx";

interface CopyValueProps {
  readonly text: string;
  readonly tabIndex: number;
}

interface CopiedProps extends CopyValueProps {
  /** Copied text if it differs from `text`. */
  readonly copied?: string;
  readonly quiet?: Quiet | undefined;
}

/** A value in monospace with a copy button that confirms (SHELL-22). */
export function CopyValue({ text, copied = text, quiet, tabIndex }: CopiedProps): ReactNode {
  return (
    <span className="cell-copy">
      <span className="code">
        <QuietText text={text} quiet={quiet} />
      </span>
      <CopyButton value={copied} tabIndex={tabIndex} />
    </span>
  );
}

/** A masked secret that can be revealed, or copied while masked. */
export function SecretValue({ text, tabIndex }: CopyValueProps): ReactNode {
  const say = useText();
  const [isShown, setShown] = useState(false);
  if (text === "") return null;
  return (
    <span className="cell-copy">
      <span className="code">{isShown ? text : "••••••••"}</span>
      <IconButton
        icon="reveal"
        label={say(isShown ? "ui.secret.hide" : "ui.secret.reveal")}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation();
          setShown(!isShown);
        }}
      />
      <CopyButton value={text} tabIndex={tabIndex} />
    </span>
  );
}
