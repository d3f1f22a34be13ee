import type { ReactNode } from "react";
import type { Quiet } from "#core/catalogue/quiet";
import { CopyButton } from "../../ui/action/copy.tsx";
import { QuietText } from "./quiet-text.tsx";

export interface CopyValueProps {
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
