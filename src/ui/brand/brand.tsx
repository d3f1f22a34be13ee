import type { ReactNode } from "react";
import { MARK, WORD } from "./shapes.ts";
import "./brand.css";

export interface BrandProps {
  /** Name of the product, for those who do not see it. */
  readonly label: string;
  readonly height?: 20 | 32;
}

/** Mark and word mark, in the colour of the text. */
export function Brand({ label, height = 20 }: BrandProps): ReactNode {
  return (
    <span className="brand">
      <svg height={height} viewBox="0 0 126 20" aria-hidden="true" focusable="false">
        <path fill="currentColor" fillRule="evenodd" d={MARK} transform="scale(1.25)" />
        <path fill="none" stroke="currentColor" strokeWidth="2" d={WORD} transform="translate(28 4)" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
