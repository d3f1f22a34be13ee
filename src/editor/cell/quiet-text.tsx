import type { ReactNode } from "react";
import { strongPlace, type Quiet } from "#core/catalogue/quiet";
import { Breakable } from "../../ui/breakable.tsx";

interface QuietTextProps {
  readonly text: string;
  readonly quiet: Quiet | undefined;
}

/** Values of a list are joined by it. */
const BETWEEN = ", ";

/** A value, or several with commas between them; what repeats is muted. Text for copying and for screen readers is the whole value. */
export function QuietText({ text, quiet }: QuietTextProps): ReactNode {
  if (quiet === undefined) return <Breakable text={text} />;
  return text
    .split(BETWEEN)
    .flatMap((one, at) => [
      at > 0 && BETWEEN,
      <Breakable key={at} text={one} strong={strongPlace(quiet, one)} />,
    ]);
}
