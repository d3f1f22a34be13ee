import type { ReactNode } from "react";
import "./brand.css";

/** The mark on 16 x 16: a tile with a hole in it, two nodes and the way between them, which is an N. */
export const MARK =
  "M4 0h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4Z" +
  "M4 10.17V4.75A.75.75 0 0 1 5.28 4.22L10.5 9.44V5.83A1.75 1.75 0 1 1 12 5.83V11.25A.75.75 0 0 1 10.72 11.78" +
  "L5.5 6.56V10.17A1.75 1.75 0 1 1 4 10.17Z";

/** The word mark on 98 x 12: NETPORTAL in lines of the width of the N. */
const WORD =
  "M1 12V1.2L9 10.8V0M21 11H14.5V1H21M14.5 6H20M23 1H32M27.5 1V12M35.5 12V1H39.5a3.1 3.1 0 0 1 0 6.2H35.5" +
  "M50 .95a4.6 5.05 0 0 1 0 10.1 4.6 5.05 0 0 1 0-10.1ZM58.5 12V1H62.5a3 3 0 0 1 0 6H58.5M62.5 7L66 12" +
  "M67.5 1H76.5M72 1V12M77.5 12L82.1 .9H82.9L87.5 12M79.5 8.3H85.5M91 0V11H97.5";

export interface BrandProps {
  /** Name of the product for people who cannot see the mark. */
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
