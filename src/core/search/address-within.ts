import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { rowHref } from "../route/object-routes.ts";
import { filteredAttribute, type SearchKind } from "./kinds.ts";
import type { SearchReading } from "./read-term.ts";
import type { SearchStep } from "./search-steps.ts";

/** What was asked, and what came back. */
interface Asked {
  readonly reading: SearchReading;
  readonly steps: readonly SearchStep[];
  readonly lists: Lists;
  readonly catalogue: Catalogue;
}

/**
 * The searched address as a row of a kind that lies within another one, if a found row of that kind contains it. It has the gpk of this row, because
 * nothing is stored of the address itself.
 */
export function addressWithin(
  kind: SearchKind,
  { reading, steps, lists, catalogue }: Asked,
): { readonly gpk: string; readonly row: Row; readonly href: string } | null {
  const { address } = reading.classes;
  const at = kind.searches.find(({ by }) => by === "address");
  const type = catalogue.objectType(kind.object);
  const around = type?.attribute(kind.within ?? "")?.refersTo;
  if (address === undefined || at === undefined || !type || !around) return null;
  const holders = steps.filter((one) => one.kind.object === around.object && one.search.by === "address");
  const holder = holders.flatMap(({ step }) => lists[step.idx] ?? [])[0];
  const gpk = holder?.["gpk"];
  if (holder === undefined || typeof gpk !== "string") return null;
  const shared = kind.shown.flatMap((name) =>
    name in holder ? [[name, holder[name] ?? null] as const] : [],
  );
  const row: Row = {
    ...Object.fromEntries(shared),
    [kind.within ?? ""]: holder[around.attribute] ?? null,
    [filteredAttribute(at)]: address,
  };
  return { gpk, row, href: rowHref(kind.object, row) };
}
