import type { ReactNode } from "react";

export interface DialogProps {
  readonly title: string;
  readonly width?: "narrow" | "normal" | "wide";
  /** Buttons below the content. */
  readonly foot?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}
