/** The drawn lines of a list, and the space of the others. */
export interface LineWindow {
  readonly isVirtual: boolean;
  /** First drawn line, and the line after the last. */
  readonly first: number;
  readonly last: number;
  /** Positions of drawn lines: visible and kept ones. */
  readonly drawn: readonly number[];
  /** Height of the undrawn lines before a drawn line. */
  readonly gapBefore: (line: number) => number;
  /** Height of the undrawn lines above and below. */
  readonly above: number;
  readonly below: number;
  readonly scrollTo: (line: number) => void;
  /** Measures a drawn line with `data-index`, if heights differ. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
}

/** The window of a fully drawn list. */
export function wholeWindow(count: number): LineWindow {
  return {
    isVirtual: false,
    first: 0,
    last: count,
    drawn: Array.from({ length: count }, (_, line) => line),
    gapBefore: () => 0,
    above: 0,
    below: 0,
    scrollTo: () => undefined,
    measure: null,
  };
}
