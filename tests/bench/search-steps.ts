import { readTerm } from "#core/search/read-term";
import { searchSteps } from "#core/search/search-steps";
import { toAscii } from "../../src/editor/screen/to-ascii.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";

const ROWS = 10;
const catalogue = await portalCatalogue();

/** The steps of a global search (wire contract 7.9), as the portal sends them: among own rows, or among all that the account may read. */
export function stepsFor(term: string, isOwn: boolean): readonly object[] {
  const reading = readTerm(term, []);
  if (reading.kind !== "search") throw new Error(`${term} is not searched`);
  return searchSteps(reading, { isOwn, limit: ROWS }, { catalogue, toAscii }).map(({ step }) => step);
}
