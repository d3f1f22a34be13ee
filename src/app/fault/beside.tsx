import type { ReactNode } from "react";
import { useNotices } from "../../editor/portal/stores.ts";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { Meanwhile } from "../../ui/layout/later.tsx";
import { useAskAlerts } from "../use-alerts.ts";

export interface BesideProps {
  readonly children: ReactNode;
  /** Undoes the opening if the part cannot be shown. */
  readonly onBroken?: () => void;
}

/** A lazily loaded part beside the page; if it breaks or does not load, a message appears and the page stays. */
export function Beside({ children, onBroken }: BesideProps): ReactNode {
  const notices = useNotices();
  const askAlerts = useAskAlerts();
  return (
    <ErrorBoundary
      fallback={() => null}
      onBroken={() => {
        notices.show(
          { tone: "error", title: { key: "ui.part.title" }, text: { key: "ui.part.text" } },
          "part",
        );
        void askAlerts();
        onBroken?.();
      }}
    >
      <Meanwhile value={null}>{children}</Meanwhile>
    </ErrorBoundary>
  );
}
