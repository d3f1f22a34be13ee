import type { ReactNode } from "react";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { useNotices } from "../portal/stores.ts";

export interface OpenedPartProps {
  readonly children: ReactNode;
  /** Closes the part. */
  readonly onBroken: () => void;
}

/** A part that the reader has opened. If it breaks or does not load, a message says so and the page stays. */
export function OpenedPart({ children, onBroken }: OpenedPartProps): ReactNode {
  const notices = useNotices();
  const broken = (): void => {
    notices.show({ tone: "error", title: { key: "ui.part.title" }, text: { key: "ui.part.text" } }, "part");
    onBroken();
  };
  return (
    <ErrorBoundary fallback={() => null} onBroken={broken}>
      {children}
    </ErrorBoundary>
  );
}
