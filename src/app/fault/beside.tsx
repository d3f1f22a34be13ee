import { Suspense, type ReactNode } from "react";
import { askAlerts } from "../../api/queries.ts";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { usePorts } from "../ports-context.ts";

export interface BesideProps {
  readonly children: ReactNode;
  /** Stands there until the part is loaded. */
  readonly waiting?: ReactNode;
  /** What is taken back when the part cannot be shown. */
  readonly onBroken?: () => void;
}

/** A part beside the page, loaded when it is needed: if it breaks or does not come, a message says so and the page goes on. */
export function Beside({ children, waiting = null, onBroken }: BesideProps): ReactNode {
  const { notices, http, queries } = usePorts();
  return (
    <ErrorBoundary
      fallback={() => null}
      onBroken={() => {
        notices.show(
          { tone: "error", title: { key: "ui.part.title" }, text: { key: "ui.part.text" } },
          "part",
        );
        void askAlerts(queries, http);
        onBroken?.();
      }}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}
