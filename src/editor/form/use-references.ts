import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Row } from "#contract/wire/json";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
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
import type { Locale } from "#core/text";
import { readLists } from "../../api/execute.ts";
import { listsQuery, type Viewer } from "../../api/queries.ts";
import type { ReferencePort, Suggestion } from "../../ui/field/field-component.ts";
import { useLocale } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";

/** Where the reference fields of a form or a filter find their values, as the account in effect. */
export function useReferences(): ReferencePort {
  const { catalogue, execute, viewer } = usePortal();
  const client = useQueryClient();
  const locale = useLocale();
  return useMemo(
    () => createReferencePort({ catalogue, execute, viewer, client, locale }),
    [catalogue, execute, viewer, client, locale],
  );
}

interface Parts {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  readonly viewer: Viewer;
  readonly client: QueryClient;
  /** Language that offered rows are read in. */
  readonly locale: Locale;
}

const IDX = "row";
const EXACT = "exact";

/** What is called as typed, and what contains it. */
function suggestSteps(target: ReferenceTarget, text: string): readonly Step[] {
  const exact = exactStep(EXACT, target, text);
  return [...stepsBefore(target), ...(exact === null ? [] : [exact]), suggestStep(IDX, target, text)];
}

/** Each row once, those called as typed first; as many as were asked for. */
function rowsOf(lists: Lists): readonly Row[] {
  const [exact, found] = [lists[EXACT] ?? [], lists[IDX] ?? []];
  const known = new Set(exact.map((row) => row["gpk"]));
  const most = Math.max(exact.length, found.length);
  return [...exact, ...found.filter((row) => !known.has(row["gpk"]))].slice(0, most);
}

/** Reference fields ask with one execute call; short lists are kept like the rows of a screen. */
function createReferencePort({ catalogue, execute, viewer, client, locale }: Parts): ReferencePort {
  const offered = (target: ReferenceTarget, lists: Lists): readonly Suggestion[] =>
    rowsOf(lists).map((row) => suggestionOf(catalogue, target, rowIn(row, locale)));
  const kept = (steps: readonly Step[]) => client.fetchQuery(listsQuery(execute, viewer, steps));
  return {
    suggest: async (target, text, signal) =>
      "steps" in target
        ? offeredBy(target, await readLists(execute, queryWith(target, text), signal))
        : offered(target, await readLists(execute, suggestSteps(target, text), signal)),
    named: async (target, value) => {
      const lists = await kept([namedStep(IDX, target, value)]).catch(() => ({}));
      return offered(target, lists)[0] ?? null;
    },
    choices: async (target) => offered(target, await kept([...stepsBefore(target), choiceStep(IDX, target)])),
  };
}
