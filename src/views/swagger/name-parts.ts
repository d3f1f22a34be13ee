export interface PartWords {
  readonly server: string;
  readonly body: string;
  readonly media: string;
  readonly close: string;
}

/** Gives fields, listings and headings of the package the names and levels that it leaves out. */
export function nameParts(root: Element, words: PartWords): void {
  for (const list of root.querySelectorAll("table[role=region]")) list.removeAttribute("role");
  for (const listing of root.querySelectorAll("pre")) listing.setAttribute("tabindex", "0");
  for (const button of root.querySelectorAll(".close-modal")) button.setAttribute("aria-label", words.close);
  // The words on these buttons say more than their labels.
  for (const button of root.querySelectorAll(".modal-btn[aria-label]")) button.removeAttribute("aria-label");
  for (const heading of root.querySelectorAll("h3, h4, h5"))
    heading.setAttribute("aria-level", String(Number(heading.tagName.slice(1)) - 1));
  for (const field of root.querySelectorAll<Field>("select, textarea, input[type=text]"))
    if (!hasName(field)) field.setAttribute("aria-label", nameOf(field, words));
}

type Field = HTMLSelectElement | HTMLTextAreaElement | HTMLInputElement;

function hasName(field: Field): boolean {
  const texts = [...(field.labels ?? [])].map((label) =>
    (label.textContent ?? "").replace(field.textContent ?? "", "").trim(),
  );
  return field.hasAttribute("aria-label") || texts.some((text) => text !== "");
}

function nameOf(field: Field, words: PartWords): string {
  const parameter = field.closest("[data-param-name]")?.getAttribute("data-param-name");
  if (parameter !== null && parameter !== undefined) return parameter;
  if (field.id === "servers") return words.server;
  return field.tagName === "TEXTAREA" ? words.body : (field.getAttribute("placeholder") ?? words.media);
}
