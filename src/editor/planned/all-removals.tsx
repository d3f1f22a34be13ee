import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { hasRemovals, lookAtAll, openRemovals, type AllRemovals } from "#core/removal/all-removals";
import { besideOf, LOOKED_AT_UP_TO } from "#core/removal/is-removal";
import type { Execute } from "#contract/wire/outcome";
import type { Text } from "#core/text";
import type { Planned } from "#core/txlist/planned";
import { Button } from "../../ui/action/button.tsx";
import { sayText, useText } from "../../ui/text.ts";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";
import { REMOVAL_KEYS, removalQuery, useRemovalAsking } from "./planned-company.tsx";

export interface AllRemovalsProps {
  readonly items: readonly Planned[];
  /** Why nothing can be planned now; null if something can. */
  readonly block: Text | null;
}

/** Plans the deletion of all objects that block the deletions of the list, in one step that undo takes back. */
export function PlanAllRemovals({ items, block }: AllRemovalsProps): ReactNode {
  const say = useText();
  const { looked, found, isUnused, search } = useRemovalSearch(items, block !== null);
  const isOffered = useOffered(items);
  if (found !== null && isSameList(found.items, items)) return <Told found={found} />;
  const deletions = openRemovals(items).length;
  if (!isOffered && !isUnused) return null;
  return (
    <div className="planned-removals small">
      {isOffered && looked === null && <Offer deletions={deletions} block={block} onSearch={search} />}
      <output className="muted">
        {looked !== null && say("editor.removal.allLooked", { looked, deletions })}
        {isUnused && say("editor.removal.allUnused")}
      </output>
    </div>
  );
}

interface OfferProps extends Pick<AllRemovalsProps, "block"> {
  readonly deletions: number;
  readonly onSearch: () => Promise<void>;
}

/** The button, and the reason if it is not possible, because not everybody sees tooltips. */
function Offer({ deletions, block, onSearch }: OfferProps): ReactNode {
  const say = useText();
  const reason = block === null ? undefined : sayText(say, block);
  return (
    <>
      <Button
        look="quiet"
        icon="remove"
        isBlocked={reason !== undefined}
        title={reason}
        onClick={() => void onSearch()}
      >
        {say("editor.removal.all", { deletions })}
      </Button>
      {reason !== undefined && <p className="muted">{reason}</p>}
    </>
  );
}

/** True if several deletions are blocked, or the list is too long to know. */
function useOffered(items: readonly Planned[]): boolean {
  const asking = useRemovalAsking();
  const isLong = items.length > LOOKED_AT_UP_TO;
  const blocked = useQueries({
    queries: (isLong ? [] : openRemovals(items)).map((item) => {
      const beside = besideOf(items, items.indexOf(item));
      return { ...removalQuery(asking, item, beside), enabled: false };
    }),
    combine: (all) => all.filter(({ data }) => (data?.before.length ?? 0) > 0).length,
  });
  return isLong ? hasRemovals(items) : blocked > 1;
}

function Told({ found: { taken, blocked } }: { readonly found: AllRemovals }): ReactNode {
  const say = useText();
  return (
    <output className="planned-removals small muted">
      {taken > 0 && <p>{say("editor.removal.allTaken", { count: taken })}</p>}
      {blocked > 0 && <p>{say("editor.removal.allBlocked", { count: blocked })}</p>}
      {taken + blocked === 0 && <p>{say("editor.removal.allNone")}</p>}
    </output>
  );
}

interface Search {
  /** Number of the deletion that is being searched; null without a search. */
  readonly looked: number | null;
  readonly found: AllRemovals | null;
  /** The last search has ended, but the list has changed since, so its result is not used. */
  readonly isUnused: boolean;
}

const NO_SEARCH: Search = { looked: null, found: null, isUnused: false };
const UNUSED: Search = { ...NO_SEARCH, isUnused: true };

/** The search for blocking objects. A test, an apply or a change of the list stops it. */
function useRemovalSearch(
  items: readonly Planned[],
  isBusy: boolean,
): Search & { readonly search: () => Promise<void> } {
  const txlist = useTransactionList();
  const catalogue = useCatalogue();
  const { execute } = useCalls();
  const client = useQueryClient();
  const running = useRef<{ readonly stop: AbortController; readonly of: readonly Planned[] } | null>(null);
  const [state, setState] = useState(NO_SEARCH);
  useEffect(() => {
    const { current } = running;
    if (current !== null && (isBusy || !isSameList(current.of, items))) current.stop.abort();
  }, [items, isBusy]);
  const search = async (): Promise<void> => {
    const stop = new AbortController();
    const { signal } = stop;
    running.current = { stop, of: items };
    const tell = (done: number): void => {
      if (!signal.aborted) setState({ ...NO_SEARCH, looked: done + 1 });
    };
    tell(0);
    try {
      await client.cancelQueries({ queryKey: REMOVAL_KEYS });
      const ports = { catalogue, execute: untilStopped(execute, signal) };
      const found = await lookAtAll(items, ports, tell);
      setState({ ...NO_SEARCH, found });
      if (found.taken > 0) txlist.submit({ kind: "import", items: found.items });
      else void client.invalidateQueries({ queryKey: REMOVAL_KEYS });
    } catch (error) {
      setState(signal.aborted ? UNUSED : NO_SEARCH);
      void client.invalidateQueries({ queryKey: REMOVAL_KEYS });
      if (!signal.aborted) throw error;
    } finally {
      running.current = null;
    }
  };
  return { ...state, search };
}

/** Rejects once the search is stopped, even if the answer has already arrived. */
function untilStopped(execute: Execute, signal: AbortSignal): Execute {
  return async (steps, options) => {
    signal.throwIfAborted();
    const outcome = await execute(steps, { ...options, signal });
    signal.throwIfAborted();
    return outcome;
  };
}

function isSameList(one: readonly Planned[], other: readonly Planned[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ uuid, ta_type: kind }, at) => uuid === other[at]?.uuid && kind === other[at]?.ta_type)
  );
}
