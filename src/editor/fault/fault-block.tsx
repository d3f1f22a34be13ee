import type { ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import { Button } from "../../ui/action/button.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { useText } from "../../ui/text.ts";

export interface FailedCall {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** A failed call shown in place, with a way to repeat it, and to report it if the server broke. A call without a fault had an unreadable answer. */
export function FaultBlock({ call }: { readonly call: FailedCall }): ReactNode {
  const say = useText();
  const onRetry = (): void => void call.refetch();
  // The frame opens the report, as for any unhandled error.
  const report = <Button onClick={() => reportError(call.error)}>{say("editor.fault.report")}</Button>;
  if (!(call.error instanceof FaultError))
    return (
      <ErrorBlock title={say("editor.fault.unknown")} onRetry={onRetry}>
        {report}
      </ErrorBlock>
    );
  const { type, code, name, details, description, hint } = call.error.fault;
  const shown = { error_type: type, error: { code, name }, details };
  return (
    <ErrorBlock title={description} hint={hint} details={JSON.stringify(shown, null, 2)} onRetry={onRetry}>
      {isBroken(call.error.status) && report}
    </ErrorBlock>
  );
}

/** True for an answer of a server that broke; a busy one (503) recovers by itself. */
function isBroken(status: number): boolean {
  return status >= 500 && status !== 503;
}
