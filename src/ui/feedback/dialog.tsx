import type { ReactNode } from "react";
import { later } from "../layout/later.tsx";
import type { DialogProps } from "./dialog-props.ts";
import "./feedback.css";

const Loaded = later("prime-dialog", async () => (await import("./prime-dialog.tsx")).OverlayDialog);

/** Loads the dialog code before the first use. */
export const fetchDialog = Loaded.fetch;

/** A modal dialog while mounted: traps focus and returns it; fills the page on small screens. */
export function Dialog(props: DialogProps): ReactNode {
  return <Loaded {...props} />;
}
