import type { ReactNode } from "react";
import { useText } from "../text.ts";

/** Why nothing can be chosen: another field comes first, or no row is available. */
export function ChoiceNote({
  missing,
  problem,
  isEmpty,
}: {
  readonly missing: string | null;
  /** Reason from the server. */
  readonly problem: string | null;
  readonly isEmpty: boolean;
}): ReactNode {
  const say = useText();
  if (problem !== null) {
    return (
      <p className="field-problem small" role="alert">
        {problem}
      </p>
    );
  }
  if (missing === null && !isEmpty) return null;
  return (
    <output className="choice-note muted small">
      {missing === null ? say("ui.field.noChoices") : say("ui.field.fillFirst", { name: missing })}
    </output>
  );
}
