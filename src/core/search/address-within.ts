import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { rowHref } from "../route/object-routes.ts";
import { filteredAttribute, type SearchKind } from "./kinds.ts";
import type { SearchReading } from "./read-term.ts";
import type { SearchStep } from "./search-steps.ts";

/** The searched step and its answer. */
interface Asked {
  readonly reading: SearchReading;
  readonly steps: readonly SearchStep[];
  readonly lists: Lists;
  readonly catalogue: Catalogue;
}

/**
 * The searched address as a row of a kind that is inside another one, if a found row of that kind contains it. The
 * result has the gpk of the found row, because the address itself is not stored.
 */
export function addressWithin(
  kind: SearchKind,
  asked: Asked,
): { readonly gpk: string; readonly row: Row; readonly href: string } | null {
  const { address } = asked.reading.classes;
  const attribute = kind.searches.find(({ by }) => by === "address");
  const around = asked.catalogue.objectType(kind.object)?.attribute(kind.within ?? "");
  if (address === undefined || attribute === undefined || around?.refersTo == null) return null;
  const holder = holderOf(around.refersTo.object, asked);
  if (holder === null) return null;
  const shared = Object.entries(holder.row).filter(([name]) => kind.shown.includes(name));
  const row: Row = {
    ...Object.fromEntries(shared),
    [around.name]: holder.row[around.refersTo.attribute] ?? null,
    [filteredAttribute(attribute)]: address,
  };
  return { gpk: holder.gpk, row, href: rowHref(asked.catalogue, kind.object, row) };
}

/** The row of a type that was found because it contains the address. */
function holderOf(
  object: string,
  { steps, lists }: Asked,
): { readonly gpk: string; readonly row: Row } | null {
  const found = steps.filter(({ kind, search }) => kind.object === object && search.by === "address");
  const [row] = found.flatMap(({ step }) => lists[step.idx] ?? []);
  const gpk = row?.["gpk"];
  return row === undefined || typeof gpk !== "string" ? null : { gpk, row };
}
