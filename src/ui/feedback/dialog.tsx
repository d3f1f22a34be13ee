import { Suspense, type ReactNode } from "react";
import { later } from "../layout/later.tsx";
import type { DialogProps } from "./dialog-props.ts";
import "./feedback.css";

const Loaded = later("prime-dialog", async () => (await import("./prime-dialog.tsx")).OverlayDialog);

/** Loads what dialogs are drawn by before the first one opens. */
export const fetchDialog = Loaded.fetch;

/** A modal dialog while it is mounted: traps focus and gives it back; on small screens it fills the page. */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
