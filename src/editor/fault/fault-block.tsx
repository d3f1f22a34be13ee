import type { ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { useText } from "../../ui/text.ts";

export interface FailedCall {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** A failed call shown in place, with a way to repeat it. A call without a fault had an unreadable answer. */
export function FaultBlock({ call }: { readonly call: FailedCall }): ReactNode {
  const say = useText();
  const onRetry = (): void => void call.refetch();
  if (!(call.error instanceof FaultError))
    return <ErrorBlock title={say("editor.fault.unknown")} onRetry={onRetry} />;
  const { type, code, name, details, description, hint } = call.error.fault;
  const shown = { error_type: type, error: { code, name }, details };
  return (
    <ErrorBlock title={description} hint={hint} details={JSON.stringify(shown, null, 2)} onRetry={onRetry} />
  );
}
