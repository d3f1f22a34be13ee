/** Maximum number of counted rows; a longer list is only reported as longer. */
export const COUNTED_ROWS = 10_000;
