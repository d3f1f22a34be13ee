import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Beside } from "#core/removal/is-removal";
import { lookAtRemoval, MOST_TAKEN, withBefore, type Removal } from "#core/removal/removal";
import type { Planned, PlannedFunction } from "#core/txlist/planned";
import { rowHref } from "#core/route/object-routes";
import type { TextKey } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { ROW_KEYS } from "../../api/queries.ts";
import { shownTitle } from "../cell/value-text.ts";
import { useCalls, type Calls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useShell, useTransactionList } from "../portal/stores.ts";
import { useWords } from "../portal/words.ts";
import { PlannedFault } from "./planned-fault.tsx";

export interface PlannedCompanyProps {
  readonly item: Planned;
  readonly beside: Beside;
  readonly isBusy: boolean;
}

/** Objects that are deleted with a planned deletion, and objects that block it. One button plans the deletion of the blocking ones before it. */
export function PlannedCompany({ item, beside, isBusy }: PlannedCompanyProps): ReactNode {
  const txlist = useTransactionList();
  const say = useText();
  const removal = useRemoval(item, beside, isBusy);
  if (removal === null) return null;
  const { before, along } = removal;
  const take = (): void =>
    txlist.submit({ kind: "replace", uuid: item.uuid, item: withBefore(item, removal.statements) });
  const isAlong = along !== null && along.length > 0;
  return (
    <div className="planned-company small">
      <output>
        {before.length > 0 && say("editor.removal.inTheWay", { count: before.length })}
        {before.length === 0 && isAlong && say("editor.removal.along")}
      </output>
      <Kinds
        of={before.map(({ statement, row, type }) => ({ fn: statement.object_function, object: type, row }))}
      />
      {before.length > 0 && isAlong && <p>{say("editor.removal.along")}</p>}
      <Kinds of={(along ?? []).map(({ object, row }) => ({ fn: null, object, row }))} />
      <Way removal={removal} isBusy={isBusy} onTake={take} />
    </div>
  );
}

interface WayProps {
  readonly removal: Removal;
  readonly isBusy: boolean;
  readonly onTake: () => void;
}

/** The button that plans blocking objects, or the reason why it is missing. */
function Way({ removal: { before, stuck, refused, isTooMuch }, isBusy, onTake }: WayProps): ReactNode {
  const say = useText();
  if (stuck.length > 0) return <StuckKinds stuck={stuck} />;
  if (isTooMuch) return <p>{say("editor.removal.tooMuch", { count: MOST_TAKEN })}</p>;
  if (before.length === 0) return null;
  if (refused !== null)
    return (
      <>
        <p>{say("editor.removal.refused")}</p>
        <PlannedFault fault={refused} />
      </>
    );
  return (
    <Button look="danger" icon="remove" disabled={isBusy} onClick={onTake}>
      {say("editor.removal.take", { count: before.length })}
    </Button>
  );
}

/** Looks up the removal once for an element, and again after an apply. A run of the list goes first. */
function useRemoval(item: Planned, beside: Beside, isBusy: boolean): Removal | null {
  const asking = useRemovalAsking();
  const { state } = useShell();
  const client = useQueryClient();
  const enabled = !isBusy && state.isOnline;
  const query = useQuery({ ...removalQuery(asking, item, beside), enabled });
  useEffect(() => {
    if (isBusy) void client.cancelQueries({ queryKey: REMOVAL_KEYS });
  }, [client, isBusy]);
  return query.data ?? null;
}

interface One {
  readonly fn: PlannedFunction | null;
  readonly object: string;
  readonly row: Row | null;
}

const WORDS: Readonly<Partial<Record<PlannedFunction, TextKey>>> = {
  update: "editor.removal.letsGo",
  disconnect: "editor.removal.parts",
};
const SHOWN = 5;

/** Objects by type, and by whether they are deleted or block, with numbers and the first names. */
function Kinds({ of }: { readonly of: readonly One[] }): ReactNode {
  if (of.length === 0) return null;
  const kinds = Map.groupBy(of, ({ fn, object }) => JSON.stringify([fn, object]));
  return (
    <ul className="planned-help">
      {[...kinds].map(([id, ones]) => (
        <Kind key={id} ones={ones} />
      ))}
    </ul>
  );
}

function Kind({ ones }: { readonly ones: readonly One[] }): ReactNode {
  const { say, locale, catalogue } = useWords();
  const [isAll, setAll] = useState(false);
  const [{ fn, object } = { fn: null, object: "" }] = ones;
  const type = catalogue.objectType(object);
  const word = fn === null ? undefined : WORDS[fn];
  const rows = ones.flatMap(({ row }) => (row === null ? [] : [row]));
  const shown = isAll ? rows : rows.slice(0, SHOWN);
  return (
    <li>
      {ones.length === 1 ? catalogue.typeName(object, locale) : catalogue.typePlural(object, locale)}{" "}
      <span className="muted">{ones.length}</span>
      {word !== undefined && <span className="muted"> · {say(word)}</span>}
      <ul>
        {shown.map((row, at) => {
          const title = shownTitle(catalogue, type, row, locale);
          // Pages of objects that are deleted together are seldom needed.
          const href = fn === null ? null : rowHref(catalogue, object, row);
          return <li key={String(at)}>{href === null ? title : <Link to={href}>{title}</Link>}</li>;
        })}
      </ul>
      {rows.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: rows.length - shown.length })}
        </button>
      )}
    </li>
  );
}

function StuckKinds({ stuck }: Pick<Removal, "stuck">): ReactNode {
  const { say, locale, catalogue } = useWords();
  return (
    <>
      <p>{say("editor.removal.stuck")}</p>
      <ul className="planned-help">
        {stuck.map(({ object, attributes, count }) => (
          <li key={`${object} ${attributes.join()}`}>
            <Link to={`/object/${object}`}>{catalogue.typeName(object, locale)}</Link>{" "}
            <span className="muted">
              {attributes.map((one) => catalogue.attributeName(object, one, locale)).join(", ")} · {count}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export const REMOVAL_KEYS = [...ROW_KEYS, "removal"] as const;

/** Who asks, and what is known of the types of objects. */
interface RemovalAsking extends Pick<Calls, "execute" | "viewer"> {
  readonly catalogue: Catalogue;
}

export function useRemovalAsking(): RemovalAsking {
  return { ...useCalls(), catalogue: useCatalogue() };
}

/** Finds, after these elements, which objects are deleted with another one and which ones block it. */
export function removalQuery(
  { execute, viewer, catalogue }: RemovalAsking,
  item: Planned,
  { earlier, later }: Beside,
) {
  return queryOptions({
    queryKey: [...REMOVAL_KEYS, viewer, item, earlier, later],
    queryFn: ({ signal }) =>
      inTurn(signal, () =>
        lookAtRemoval(item, earlier, {
          catalogue,
          later,
          execute: (steps, options) => execute(steps, { ...options, signal }),
        }),
      ),
    structuralSharing: false,
    retry: false,
  });
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Tests at the same time would lock the same rows and refuse each other. So the elements are looked up one after the other. */
function inTurn<Result>(signal: AbortSignal, look: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(() => {
    signal.throwIfAborted();
    return look();
  });
  lastTurn = turn.catch(() => null);
  return turn;
}
