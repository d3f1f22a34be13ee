import type { QueryClient } from "@tanstack/react-query";
import { RECENT } from "#contract/wire/api-types";
import type { Catalogue } from "#core/catalogue/catalogue";
import { recentSteps } from "#core/catalogue/pins";
import { openedStep } from "#core/catalogue/recent-objects";
import { listsQuery, ROW_KEYS } from "../../api/queries.ts";
import type { Account } from "../../editor/portal/account.ts";
import type { Calls } from "../../editor/portal/calls.ts";
import type { CurrentObject } from "../../state/shell.ts";
import { whenIdle } from "../../ui/layout/when-idle.ts";

/** Who has opened the object. */
interface Noting {
  readonly calls: Calls;
  readonly account: Account;
  readonly catalogue: Catalogue;
}

let last = "";

/**
 * Stores the object of an opened page for the start page and the search, after the page is drawn. Nothing is stored while somebody acts as another
 * account. A failure is ignored, because nothing depends on it.
 */
export function noteOpened(
  { calls, account: { visitor, loginName }, catalogue }: Noting,
  queries: QueryClient,
  { type, gpk }: CurrentObject,
): void {
  const isKept = catalogue.objectType(type)?.definition.is_view === false;
  const isKnown = catalogue.fn(RECENT, "create") !== null;
  if (loginName === null || calls.viewer.as !== null || !visitor.inDatabase || !isKept || !isKnown) return;
  // The page reports its object again with each new title and each of its tabs, so one visit is stored once.
  const visit = `${loginName} ${gpk}`;
  if (visit === last) return;
  last = visit;
  void whenIdle()
    .then(() => note(calls, queries, [loginName, gpk]))
    .catch(() => undefined);
}

async function note(
  { execute, viewer }: Calls,
  queries: QueryClient,
  [login, gpk]: readonly [string, string],
): Promise<void> {
  const steps = recentSteps();
  const outcome = await execute([openedStep(login, gpk), ...steps], { dryRun: false });
  if (!outcome.ok) return;
  const hasRecent = (key: readonly unknown[]): boolean => JSON.stringify(key).includes(`${RECENT}.list`);
  await queries.invalidateQueries({
    queryKey: ROW_KEYS,
    predicate: ({ queryKey }) => hasRecent(queryKey),
    refetchType: "none",
  });
  // The search shows the new list without a call of its own.
  queries.setQueryData(listsQuery(execute, viewer, steps).queryKey, outcome.lists);
}
