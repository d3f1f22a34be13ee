import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Lists } from "#contract/wire/outcome";
import { recentSteps } from "#core/catalogue/pins";
import { recentIn, type RecentObject } from "#core/catalogue/recent-objects";
import { listsQuery, ROW_KEYS, type Viewer } from "../../api/queries.ts";
import { useAccount } from "../../editor/portal/account.ts";
import { useCalls } from "../../editor/portal/calls.ts";

const NONE: readonly RecentObject[] = [];
const STEPS = recentSteps();

/** Objects that the account opened last. Until they are loaded, those of the start page are shown if it was open. */
export function useRecent(): readonly RecentObject[] {
  const { execute, viewer } = useCalls();
  const { visitor } = useAccount();
  const client = useQueryClient();
  const { data } = useQuery({
    ...listsQuery(execute, viewer, STEPS),
    enabled: visitor.signedIn && visitor.inDatabase,
    placeholderData: () => knownLists(client, viewer),
  });
  return useMemo(() => (data === undefined ? NONE : (recentIn(data) ?? NONE)), [data]);
}

/** The newest lists of this viewer with recent objects. */
function knownLists(client: QueryClient, viewer: Viewer): Lists | undefined {
  const found = client
    .getQueryCache()
    .findAll({ queryKey: [...ROW_KEYS, viewer] })
    .filter(({ state }) => isLists(state.data) && recentIn(state.data) !== null)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)[0]?.state.data;
  return isLists(found) ? found : undefined;
}

function isLists(data: unknown): data is Lists {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
