import type { ReactNode } from "react";
import { strongPlace, type Quiet } from "#core/catalogue/quiet";
import { CopyButton } from "../../ui/action/copy.tsx";
import { Breakable } from "../../ui/breakable.tsx";

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

interface QuietTextProps {
  readonly text: string;
  readonly quiet: Quiet | undefined;
}

/** Separator between the values of a list. */
const BETWEEN = ", ";

/** A value, or several with commas between them. Repeated parts are muted. Copying and screen readers get the whole value. */
export function QuietText({ text, quiet }: QuietTextProps): ReactNode {
  if (quiet === undefined) return <Breakable text={text} />;
  return text
    .split(BETWEEN)
    .flatMap((one, at) => [
      at > 0 && BETWEEN,
      <Breakable key={at} text={one} strong={strongPlace(quiet, one)} />,
    ]);
}
