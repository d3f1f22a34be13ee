import type { ReactNode } from "react";
import { useText } from "../text.ts";

/** Says that the field is full. */
export function LimitNote({
  isFull,
  limit,
}: {
  readonly isFull: boolean;
  readonly limit: number | undefined;
}): ReactNode {
  const say = useText();
  return isFull ? (
    <p className="field-problem small" role="alert">
      {say("ui.field.atLimit", { count: limit ?? 0 })}
    </p>
  ) : null;
}
