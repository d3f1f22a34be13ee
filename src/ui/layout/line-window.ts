/** Which lines of a list are drawn, and what stands in for the others. */
export interface LineWindow {
  readonly isVirtual: boolean;
  /** First line that is drawn and the one behind the last. */
  readonly first: number;
  readonly last: number;
  /** Places of the drawn lines: those in view and the kept ones. */
  readonly drawn: readonly number[];
  /** Height of the lines that are not drawn between a drawn line and the drawn one before it. */
  readonly gapBefore: (line: number) => number;
  /** Heights that stand in for the lines above and below. */
  readonly above: number;
  readonly below: number;
  readonly scrollTo: (line: number) => void;
  /** Takes the height of a drawn line with `data-index`, where lines differ. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
}

/** The window of a list that is drawn as a whole. */
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
