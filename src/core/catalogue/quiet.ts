import { drawnType } from "../form/data-type.ts";
import type { AttributeMeta, Catalogue } from "./catalogue.ts";

/** The parts that repeat in values of a data type. They are drawn weaker than the part that distinguishes values. */
export interface Quiet {
  /** Position in a value at which the shared part begins; the whole length if there is none. */
  readonly rest: (text: string) => number;
  /** Characters after which a beginning that values share may end. Empty if values never share a beginning. */
  readonly signs: string;
  /** Beginnings that values of the same column share. */
  readonly shared: readonly string[];
}

const WHOLE = (text: string): number => text.length;
const PLACE: Quiet = { rest: WHOLE, signs: "/", shared: [] };

/** Null if every part of a value is as important as the others. */
function quietOf(catalogue: Catalogue, attribute: AttributeMeta): Quiet | null {
  if (attribute.refersTo?.attribute === "gpk") return quietTitle(catalogue, attribute.refersTo.object);
  const { dataType, address_by: address } = attribute;
  const quiet = quietOfType(address === undefined ? (dataType.element?.name ?? dataType.name) : "inet");
  // Data of a record is an address or ends with a name, so the signs of addresses and the rest of names apply.
  return address === undefined || quiet === null
    ? quiet
    : { ...quiet, rest: drawnType("fqdn").rest ?? WHOLE };
}

/** The quiet parts of titles of a type. A title of several values is read as the place of an object. */
function quietTitle(catalogue: Catalogue, object: string): Quiet {
  const type = catalogue.objectType(object);
  const [title = "", ...others] = type?.title ?? [];
  const attribute = others.length === 0 ? type?.attribute(title) : null;
  return quietOfType(attribute?.data_type ?? "") ?? PLACE;
}

/** The member of a column that says which parts repeat in its values. */
export function quietFor(catalogue: Catalogue, attribute: AttributeMeta | null): { readonly quiet?: Quiet } {
  const quiet = attribute === null ? null : quietOf(catalogue, attribute);
  return quiet === null ? {} : { quiet };
}

export function quietOfType(name: string): Quiet | null {
  const { rest, sharedUpTo } = drawnType(name);
  if (rest === undefined && sharedUpTo === undefined) return null;
  return { rest: rest ?? WHOLE, signs: sharedUpTo ?? "", shared: [] };
}

/** Adds the beginnings that these texts share, one for each character that separates their parts. */
export function quietIn(quiet: Quiet, texts: readonly string[]): Quiet {
  const signs = quiet.signs.split("");
  // A text with a quiet end, such as a name among addresses, shares no beginning with the others.
  const kinds = Map.groupBy(new Set(texts), (text) =>
    quiet.rest(text) < text.length ? undefined : signs.find((sign) => text.includes(sign)),
  );
  const shared = [...kinds].flatMap(([sign, [first = "", ...others]]) => {
    if (sign === undefined || others.length === 0) return [];
    let end = first.length;
    for (const other of others) while (!other.startsWith(first.slice(0, end))) end -= 1;
    const begin = first.slice(0, first.slice(0, end).lastIndexOf(sign) + 1);
    return begin === "" ? [] : [begin];
  });
  return { ...quiet, shared };
}

/** Where the strong part of a value begins and ends. */
export function strongPlace({ rest, shared }: Quiet, text: string): readonly [from: number, to: number] {
  const begin = shared.find((one) => text.length > one.length && text.startsWith(one))?.length ?? 0;
  const end = rest(text);
  return end <= begin ? [0, text.length] : [begin, end];
}
