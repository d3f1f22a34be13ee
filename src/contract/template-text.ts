/** A piece of a text in a template; a `part` is left out with its variable. */
export type TextPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "part"; readonly name: string; readonly parts: readonly TextPart[] };

/** `{{name}}`, and the ends `{{#name}}` and `{{/name}}` of a part. A third brace is always a mistake. */
const MARKER = /(?<!\{)\{\{\s*([#/]?)\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}(?!\})/g;

/** The pieces of a text with markers; null if braces or parts are not balanced (TPL-20). */
export function partsOf(text: string): readonly TextPart[] | null {
  if (/\{\{|\}\}/.test(text.replace(MARKER, " "))) return null;
  const open: Open[] = [{ name: "", parts: [] }];
  let from = 0;
  for (const { 0: marker, 1: sign = "", 2: name = "", index } of text.matchAll(MARKER)) {
    addText(open, text.slice(from, index));
    if (!addMarker(open, sign, name)) return null;
    from = index + marker.length;
  }
  addText(open, text.slice(from));
  const [whole, ...unclosed] = open;
  return unclosed.length > 0 ? null : (whole?.parts ?? []);
}

/** A part that is not closed yet. The first part is the whole text. */
interface Open {
  readonly name: string;
  readonly parts: TextPart[];
}

function addText(open: readonly Open[], text: string): void {
  if (text !== "") open.at(-1)?.parts.push({ kind: "text", text });
}

/** False for the end of a part that is not open. */
function addMarker(open: Open[], sign: string, name: string): boolean {
  if (sign === "#") open.push({ name, parts: [] });
  else if (sign === "") open.at(-1)?.parts.push({ kind: "value", name });
  else {
    const closed = open.pop();
    const outside = open.at(-1);
    if (closed?.name !== name || outside === undefined) return false;
    outside.parts.push({ kind: "part", ...closed });
  }
  return true;
}

/** Names of the variables in a text, in order; null for unbalanced braces (TPL-20). */
export function markersOf(text: string): readonly string[] | null {
  return partsOf(text)?.flatMap(namesIn) ?? null;
}

function namesIn(part: TextPart): readonly string[] {
  if (part.kind === "text") return [];
  return part.kind === "value" ? [part.name] : [part.name, ...part.parts.flatMap(namesIn)];
}

/** The variable whose marker is the whole text; null for any other text. */
export function soleMarker(text: string): string | null {
  const [first, ...others] = partsOf(text) ?? [];
  return first?.kind === "value" && others.length === 0 ? first.name : null;
}
