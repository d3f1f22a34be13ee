import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { hasRemovals, lookAtAll, openRemovals, type AllRemovals } from "#core/removal/all-removals";
import { LOOKED_AT_UP_TO } from "#core/removal/is-removal";
import type { Planned } from "#core/txlist/planned";
import { Button } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { REMOVAL_KEYS, removalQuery } from "./removal-query.ts";

export interface AllRemovalsProps {
  readonly items: readonly Planned[];
  readonly isBusy: boolean;
}

/** Plans what blocks the deletions of the list, all in one step that undo takes back. */
export function PlanAllRemovals({ items, isBusy }: AllRemovalsProps): ReactNode {
  const say = useText();
  const { looked, found, search } = useSearch(items);
  const isOffered = useOffered(items);
  if (found !== null && isSameList(found.items, items)) return <Told found={found} />;
  const deletions = openRemovals(items).length;
  if (!isOffered) return null;
  return (
    <div className="planned-removals small">
      {looked === null ? (
        <Button look="quiet" icon="remove" disabled={isBusy} onClick={() => void search()}>
          {say("editor.removal.all", { deletions })}
        </Button>
      ) : (
        <output className="muted">{say("editor.removal.allLooked", { looked, deletions })}</output>
      )}
    </div>
  );
}

/** True if several deletions are blocked, or the list is too long to know. */
function useOffered(items: readonly Planned[]): boolean {
  const portal = usePortal();
  const isLong = items.length > LOOKED_AT_UP_TO;
  const blocked = useQueries({
    queries: (isLong ? [] : openRemovals(items)).map((item) => ({
      ...removalQuery(portal, item, items.slice(0, items.indexOf(item))),
      enabled: false,
    })),
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
  /** Number of the deletion that is looked at; null without a search. */
  readonly looked: number | null;
  readonly found: AllRemovals | null;
}

const NO_SEARCH: Search = { looked: null, found: null };

/** The search behind the list; it ends without a result if the list changes meanwhile. */
function useSearch(items: readonly Planned[]): Search & { readonly search: () => Promise<void> } {
  const { txlist, catalogue, execute } = usePortal();
  const client = useQueryClient();
  const present = useRef(items);
  const [state, setState] = useState(NO_SEARCH);
  useEffect(() => {
    present.current = items;
  }, [items]);
  const search = async (): Promise<void> => {
    const tell = (done: number): void => setState({ looked: done + 1, found: null });
    tell(0);
    await client.cancelQueries({ queryKey: REMOVAL_KEYS });
    const found = await lookAtAll(items, { catalogue, execute }, tell).catch((error: unknown) => {
      setState(NO_SEARCH);
      void client.invalidateQueries({ queryKey: REMOVAL_KEYS });
      throw error;
    });
    const isPresent = isSameList(present.current, items);
    setState(isPresent ? { looked: null, found } : NO_SEARCH);
    if (isPresent && found.taken > 0) txlist.submit({ kind: "import", items: found.items });
    else void client.invalidateQueries({ queryKey: REMOVAL_KEYS });
  };
  return { ...state, search };
}

function isSameList(one: readonly Planned[], other: readonly Planned[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ uuid, ta_type: kind }, at) => uuid === other[at]?.uuid && kind === other[at]?.ta_type)
  );
}
