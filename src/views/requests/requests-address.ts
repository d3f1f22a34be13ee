export const REQUESTS_PATH = "/requests";
const FORM = "form";

/** Address of one request form. */
export function formHref(name: string): string {
  return `${REQUESTS_PATH}?${FORM}=${encodeURIComponent(name)}`;
}

/** Page of a ticket. */
export function ticketHref(number: number): string {
  return `${REQUESTS_PATH}/${String(number)}`;
}

/** The form that an address opens, and the texts it names for fields of the same name (LAUNCH-03); null for the list. */
export function openedForm(
  query: URLSearchParams,
): { readonly name: string; readonly given: Readonly<Record<string, string>> } | null {
  const name = query.get(FORM);
  if (name === null) return null;
  return { name, given: Object.fromEntries([...query].filter(([member]) => member !== FORM)) };
}
