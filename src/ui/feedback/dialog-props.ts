import type { ReactNode } from "react";

export interface DialogProps {
  /** The entry of a menu that leads here may be given as it is: its dots are left out. */
  readonly title: string;
  readonly width?: "narrow" | "normal" | "wide";
  /** Buttons below the content. */
  readonly foot?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}
