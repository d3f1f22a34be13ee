/** Rows that are counted; a longer list is only said to have more. */
export const COUNTED_ROWS = 10_000;
