import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import "./layout.css";

export interface FoldProps {
  readonly isOpen: boolean;
  /** Id of what it shows and hides. */
  readonly controls: string;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** Title of a section that opens and closes it. */
export function Fold({ isOpen, controls, onToggle, children }: FoldProps): ReactNode {
  return (
    <h2>
      <button
        type="button"
        className="fold"
        aria-expanded={isOpen}
        aria-controls={controls}
        onClick={onToggle}
      >
        <Icon name="down" size={14} />
        {children}
      </button>
    </h2>
  );
}
