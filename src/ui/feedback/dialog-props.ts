import type { ReactNode } from "react";

export interface DialogProps {
  /** May be the label of the menu entry, whose dots are removed. */
  readonly title: string;
  readonly width?: "narrow" | "normal" | "wide";
  readonly foot?: ReactNode;
  /** Class of a dialog whose content brings its own head; a click beside it closes it. */
  readonly bare?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}
