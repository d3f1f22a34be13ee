import type { ReactNode } from "react";
import { useText } from "../text.ts";

/** Why a value is not taken, read out. */
export function FieldProblem({ text }: { readonly text: string }): ReactNode {
  return (
    <p className="field-problem small" role="alert">
      {text}
    </p>
  );
}

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
  if (problem !== null) return <FieldProblem text={problem} />;
  if (missing === null && !isEmpty) return null;
  return (
    <output className="choice-note muted small">
      {missing === null ? say("ui.field.noChoices") : say("ui.field.fillFirst", { name: missing })}
    </output>
  );
}
