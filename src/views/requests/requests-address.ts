export const REQUESTS_PATH = "/requests";
const FORM = "form";

/** Address of one request form. */
export function formHref(name: string): string {
  return `${REQUESTS_PATH}?${FORM}=${encodeURIComponent(name)}`;
}

/** The form that an address opens; null for the list. */
export function openedForm(query: URLSearchParams): string | null {
  return query.get(FORM);
}
