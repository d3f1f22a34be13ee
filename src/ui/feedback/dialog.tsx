import { lazy, Suspense, type ReactNode } from "react";
import "./feedback.css";

export interface DialogProps {
  readonly title: string;
  readonly width?: "narrow" | "normal" | "wide";
  /** Buttons below the content. */
  readonly foot?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const Loaded = lazy(async () => ({ default: (await import("./prime-dialog.tsx")).OverlayDialog }));

/** Brings the dialog into the browser before it is needed. */
export function preloadDialog(): void {
  void import("./prime-dialog.tsx");
}

/** A modal dialog while it is mounted: traps focus and gives it back; on small screens it fills the page. */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
