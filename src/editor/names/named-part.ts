import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { useOverlay } from "../overlay/use-overlay.ts";
import { useWords } from "../portal/words.ts";
import { keyedPart, meanwhile, partOf, type Part } from "./named.ts";
import { useNamedRow } from "./use-named.ts";

export interface NamedPartProps {
  readonly part: Part;
  readonly of: NonNullable<Part["unnamed"]>;
  /** Draws a part with a name; null while the name is unknown. */
  readonly draw: (part: Omit<Part, "unnamed"> | null) => ReactNode;
}

/** An object that the page does not list, by its title as soon as it is known. */
export function NamedPart({ part, of, draw }: NamedPartProps): ReactNode {
  const { object, key } = of;
  const { say, locale, catalogue } = useWords();
  const overlay = useOverlay();
  const type = catalogue.objectType(object);
  const asPlanned = (row: Row | null): Row | null =>
    type === null ? row : (overlay?.row(type, key, row) ?? row);
  const made = asPlanned(null);
  const found = useNamedRow(object, made === null ? key : null);
  const row = made ?? (found === undefined ? found : asPlanned(found));
  if (row === undefined) return draw(meanwhile(part, key));
  const { text, href } = part;
  const isKey = key["gpk"] === undefined;
  // A gpk means nothing to readers, but its page tells what happened to the object.
  if (row === null)
    return draw({
      text: isKey ? text : say("editor.names.gone", { type: catalogue.typeName(object, locale) }),
      href,
    });
  const named =
    isKey && type !== null
      ? keyedPart({ catalogue, locale }, type, row, text)
      : partOf(catalogue, object, row, locale);
  return draw(isLink(part, of) ? named : { ...named, href });
}

/** False inside another link. */
function isLink({ href }: Part, { mayBeNone }: NamedPartProps["of"]): boolean {
  return href !== null || mayBeNone === true;
}
