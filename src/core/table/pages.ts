/** A page of a list: pages count from 0, size 0 means all. */
export interface Page {
  readonly page: number;
  readonly size: number;
}

/** Number of pages; an empty list has one empty page. */
export function pageCount(rowCount: number, size: number): number {
  return size === 0 ? 1 : Math.max(1, Math.ceil(rowCount / size));
}

/** The page, limited to the existing pages (LIST-04). */
export function clampPage(page: Page, rowCount: number): Page {
  const last = pageCount(rowCount, page.size) - 1;
  return { page: Math.min(Math.max(0, page.page), last), size: page.size };
}

/** The page that shows the first visible row after the size has changed (LIST-03, LIST-05). */
export function resizePage(page: Page, size: number, rowCount: number): Page {
  const first = page.size === 0 ? 0 : page.page * page.size;
  return clampPage({ page: size === 0 ? 0 : Math.floor(first / size), size }, rowCount);
}

/** Positions of the first row of the page and of the row after its last. */
export function pageBounds(page: Page, rowCount: number): { readonly from: number; readonly to: number } {
  if (page.size === 0) return { from: 0, to: rowCount };
  const from = Math.min(page.page * page.size, rowCount);
  return { from, to: Math.min(from + page.size, rowCount) };
}
