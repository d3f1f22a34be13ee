import type { ReactNode } from "react";
import type { Fault } from "#contract/wire/fault";
import { FaultError } from "#core/fault/fault-error";
import { Button } from "../../ui/action/button.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { useText } from "../../ui/text.ts";

export interface FailedCall {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Shows a failed call in place, with a way to repeat it, and to report it if the server broke. If there is no fault, the answer was unreadable. */
export function FaultBlock({ call }: { readonly call: FailedCall }): ReactNode {
  const say = useText();
  const { error } = call;
  const fault = error instanceof FaultError ? error.fault : null;
  // A busy server (503) recovers by itself.
  const isBroken = !(error instanceof FaultError) || (error.status >= 500 && error.status !== 503);
  return (
    <ErrorBlock
      title={fault?.description ?? say("editor.fault.unknown")}
      hint={fault?.hint ?? null}
      details={fault && shownFault(fault)}
      onRetry={() => void call.refetch()}
    >
      {/* The frame opens the report, as for any unhandled error. */}
      {isBroken && <Button onClick={() => reportError(error)}>{say("editor.fault.report")}</Button>}
    </ErrorBlock>
  );
}

function shownFault({ type, code, name, details }: Fault): string {
  return JSON.stringify({ error_type: type, error: { code, name }, details }, null, 2);
}
