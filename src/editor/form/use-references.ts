import { useMemo } from "react";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { rowIn } from "#core/catalogue/languages";
import {
  choiceStep,
  exactStep,
  namedStep,
  stepsBefore,
  suggestionOf,
  suggestStep,
} from "#core/form/reference";
import type { ReferenceTarget } from "#core/form/widget";
import { offeredBy, queryWith } from "#core/template/query";
import type { ReferencePort, Suggestion } from "../../ui/field/field-component.ts";
import { useLocale } from "../../ui/text.ts";
import { usePlannedReader } from "../overlay/planned-reader.ts";
import { useCatalogue } from "../portal/metadata.ts";

/**
 * Finds values for the reference fields of a form or a filter, for the account in effect and in the planned state. Each search is one call. Short
 * lists are cached like the rows of a screen.
 */
export function useReferences(): ReferencePort {
  const catalogue = useCatalogue();
  const { read, kept } = usePlannedReader();
  const locale = useLocale();
  return useMemo((): ReferencePort => {
    const offered = (target: ReferenceTarget, lists: Lists): readonly Suggestion[] =>
      rowsOf(lists).map((row) => suggestionOf(catalogue, target, rowIn(row, locale)));
    return {
      suggest: async (target, text, signal) =>
        "steps" in target
          ? offeredBy(target, await read(queryWith(target, text), signal))
          : offered(target, await read(suggestSteps(target, text), signal)),
      named: async (target, value) => {
        const lists = await kept([namedStep(IDX, target, value)]).catch(() => ({}));
        return offered(target, lists)[0] ?? null;
      },
      choices: async (target) =>
        offered(target, await kept([...stepsBefore(target), choiceStep(IDX, target)])),
    };
  }, [catalogue, read, kept, locale]);
}

const IDX = "row";
const EXACT = "exact";

/** Steps for rows with exactly the typed name, and for rows whose name contains it. */
function suggestSteps(target: ReferenceTarget, text: string): readonly Step[] {
  const exact = exactStep(EXACT, target, text);
  return [...stepsBefore(target), ...(exact === null ? [] : [exact]), suggestStep(IDX, target, text)];
}

/** Each row once, exact matches first; never more rows than the longer of the two lists. */
function rowsOf(lists: Lists): readonly Row[] {
  const [exact, found] = [lists[EXACT] ?? [], lists[IDX] ?? []];
  const known = new Set(exact.map((row) => row["gpk"]));
  const most = Math.max(exact.length, found.length);
  return [...exact, ...found.filter((row) => !known.has(row["gpk"]))].slice(0, most);
}
