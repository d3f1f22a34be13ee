import type { ReactNode } from "react";
import { Button } from "../action/button.tsx";
import { useText } from "../text.ts";
import "./feedback.css";

export interface ErrorBlockProps {
  /** The sentence from the API. */
  readonly title: string;
  readonly hint?: string | null;
  /** Raw details, folded. */
  readonly details?: string | null;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

/** A failure in place: sentence, hint, "Try again", "Details". */
export function ErrorBlock({ title, hint, details, onRetry, children }: ErrorBlockProps): ReactNode {
  const say = useText();
  return (
    <div className="error-block" role="alert">
      <p className="error-title">{title}</p>
      {hint !== undefined && hint !== null && <p className="muted">{hint}</p>}
      {children}
      {details !== undefined && details !== null && (
        <details>
          <summary>{say("ui.common.details")}</summary>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <pre tabIndex={0} aria-label={say("ui.common.details")}>
            {details}
          </pre>
        </details>
      )}
      {onRetry !== undefined && <Button onClick={onRetry}>{say("ui.common.tryAgain")}</Button>}
    </div>
  );
}
