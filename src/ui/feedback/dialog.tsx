import { lazy, Suspense, type ReactNode } from "react";
import type { DialogProps } from "./dialog-props.ts";
import "./feedback.css";

const Loaded = lazy(async () => ({ default: (await import("./prime-dialog.tsx")).OverlayDialog }));

/** A modal dialog while it is mounted: traps focus and gives it back; on small screens it fills the page. */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
