import type { ReactNode } from "react";
import type { Fault } from "#contract/wire/fault";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { useText } from "../../ui/text.ts";

/** A refused call where it happened; without a fault the server was not understood. */
export function FaultBlock({
  fault,
  onRetry,
}: {
  readonly fault: Fault | null;
  readonly onRetry: () => void;
}): ReactNode {
  const say = useText();
  if (fault === null) return <ErrorBlock title={say("editor.fault.unknown")} onRetry={onRetry} />;
  return (
    <ErrorBlock
      title={fault.description}
      hint={fault.hint}
      details={JSON.stringify(
        { error_type: fault.type, error: { code: fault.code, name: fault.name }, details: fault.details },
        null,
        2,
      )}
      onRetry={onRetry}
    />
  );
}
