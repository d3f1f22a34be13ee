import { later } from "../layout/later.tsx";
import "./feedback.css";

/** A modal dialog while mounted: traps focus and returns it; fills the page on small screens. */
export const Dialog = later("prime-dialog", async () => (await import("./prime-dialog.tsx")).OverlayDialog);
