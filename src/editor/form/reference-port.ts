import type { QueryClient } from "@tanstack/react-query";
import type { Execute } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import { choiceStep, namedStep, stepsBefore, suggestionOf, suggestStep } from "#core/form/reference";
import type { ReferenceTarget } from "#core/form/widget";
import { offeredBy, queryWith } from "#core/template/query";
import type { Locale } from "#core/text";
import { readLists } from "../../api/execute.ts";
import { listsQuery, type Viewer } from "../../api/queries.ts";
import type { ReferencePort, Suggestion } from "../../ui/field/field-component.ts";
import { rowIn } from "#core/catalogue/languages";

interface Parts {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  readonly viewer: Viewer;
  readonly client: QueryClient;
  /** Language that offered rows are read in. */
  readonly locale: Locale;
}

const IDX = "row";

/** Reference fields ask with one execute call; short lists are kept like the rows of a screen. */
export function createReferencePort({ catalogue, execute, viewer, client, locale }: Parts): ReferencePort {
  const offered = (
    target: ReferenceTarget,
    lists: Awaited<ReturnType<typeof readLists>>,
  ): readonly Suggestion[] =>
    (lists[IDX] ?? []).map((row) => suggestionOf(catalogue, target, rowIn(row, locale)));
  const kept = (steps: readonly Step[]) => client.fetchQuery(listsQuery(execute, viewer, steps));
  return {
    suggest: async (target, text, signal) =>
      "steps" in target
        ? offeredBy(target, await readLists(execute, queryWith(target, text), signal))
        : offered(
            target,
            await readLists(execute, [...stepsBefore(target), suggestStep(IDX, target, text)], signal),
          ),
    named: async (target, value) => {
      const lists = await kept([namedStep(IDX, target, value)]).catch(() => ({}));
      return offered(target, lists)[0] ?? null;
    },
    choices: async (target) => offered(target, await kept([...stepsBefore(target), choiceStep(IDX, target)])),
  };
}
