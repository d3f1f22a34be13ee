import { useMemo, useRef, useEffect, useState, type ReactNode } from "react";
import { IDLE, type Run } from "#core/txlist/run";
import { isOfList } from "#core/txlist/run-end";
import { isRemoval } from "#core/removal/is-removal";
import { IconButton } from "../../ui/action/button.tsx";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useIsNarrow } from "../../ui/layout/use-media.ts";
import { sayText, useText } from "../../ui/text.ts";
import { kindText } from "../cell/kind-text.ts";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useShell, useTransactionList } from "../portal/stores.ts";
import { type Words, useWords } from "../portal/words.ts";
import { ListMenu } from "./list-menu.tsx";
import { PlannedFault } from "./planned-fault.tsx";
import { PlannedGrip } from "./planned-grip.tsx";
import { PlannedItems } from "./planned-items.tsx";
import { RunBar } from "./run-bar.tsx";
import { RunResult, Warning } from "./run-result.tsx";
import { useFold } from "./use-fold.ts";
import { useListState } from "./use-list-state.ts";
import { useSheet } from "./use-sheet.ts";
import "./planned.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSnapshot } from "valtio";
import { LIMITS } from "#contract/limits";
import type { Lists } from "#contract/wire/outcome";
import { presentSteps } from "#core/txlist/overtaken";
import type { Planned } from "#core/txlist/planned";
import { kindsIn, type KindCount } from "#core/txlist/subject";
import { listsQuery } from "../../api/queries.ts";

const PlanAllRemovals = later(
  "all-removals",
  async () => (await import("./removal-parts.ts")).PlanAllRemovals,
);

/** The planned changes in the drawer at the right: elements, results, test and apply. */
export function PlannedList(): ReactNode {
  const say = useText();
  const txlist = useTransactionList();
  const { items, run, endedAt, isUnkept } = useListState(txlist);
  const body = useRef<HTMLDivElement>(null);
  const told = useMemo(() => (isOfList(run, items) ? run : IDLE), [run, items]);
  const present = usePresent(items, run.phase === "busy");
  const isNarrow = useIsNarrow();
  useSheet(isNarrow);
  useFold(items.length === 0 && run.phase === "idle");
  return (
    <>
      {!isNarrow && <PlannedGrip />}
      <div className="planned">
        <div className="planned-head">
          <h2>
            {say("app.planned.title")}
            {items.length > 0 && <span className="muted">{`\u00a0·\u00a0${String(items.length)}`}</span>}
          </h2>
          <HistoryButton step="undo" label={say("editor.planned.undo")} />
          <HistoryButton step="redo" label={say("editor.planned.redo")} />
          <ListMenu />
        </div>
        <div className="planned-body" ref={body}>
          <RunResult run={told} endedAt={endedAt} />
          {/* The browser stores nothing or is full, so the list ends with the page. */}
          {isUnkept && <Warning text="editor.planned.unkept" />}
          <PlannedSummary items={items} />
          {/* An error in this extra part must not hide the list. */}
          {items.some(isRemoval) &&
            orElse(null, <PlanAllRemovals items={items} block={txlist.blockOf("import")} />)}
          {items.length === 0 ? (
            <p className="muted planned-empty">{say("editor.planned.empty")}</p>
          ) : (
            <PlannedItems items={items} run={run} present={present} box={body} />
          )}
          <UnplacedFault run={told} />
        </div>
        <RunBar />
      </div>
    </>
  );
}

/** "12 changes: 3 FQDNs, 8 DNS records, 1 group". A single change needs no such line. */
function PlannedSummary({ items }: { readonly items: readonly Planned[] }): ReactNode {
  const words = useWords();
  const kinds = useMemo(() => kindsIn(items), [items]);
  if (items.length < 2) return null;
  const told = kinds.map((kind) => countText(words, kind)).join(", ");
  return (
    <p className="planned-summary muted small">
      {words.say("editor.planned.summary", { count: items.length, kinds: told })}
    </p>
  );
}

function countText(words: Words, { object, isWorkflow, count }: KindCount): string {
  if (object !== null) return kindText(words, object, count);
  return words.say(isWorkflow ? "editor.planned.workflows" : "editor.planned.unknowns", { count });
}

interface HistoryButtonProps {
  readonly step: "undo" | "redo";
  readonly label: string;
}

/** Undo or redo; its tooltip says why it is not possible. */
function HistoryButton({ step, label }: HistoryButtonProps): ReactNode {
  const say = useText();
  const txlist = useTransactionList();
  const block = txlist.blockOf(step);
  return (
    <IconButton
      icon={step}
      label={label}
      title={block === null ? label : sayText(say, block)}
      isBlocked={block !== null}
      onClick={() => txlist[step]()}
    />
  );
}

/** A refusal without an element is shown below the list; one with an element disappears with it. */
function UnplacedFault({ run }: { readonly run: Run }): ReactNode {
  if (run.phase !== "error" || run.failed !== null || run.fault === null) return null;
  return <PlannedFault fault={run.fault} />;
}

/** Delay in ms, so that several quick changes cause one request. */
const REST = 1_500;
const NOTHING: Lists = {};

/** Present rows of the objects in the list, by element: read when the list does not change, every minute, and when the window gets focus. */
function usePresent(items: readonly Planned[], isBusy: boolean): Lists {
  const { execute, viewer } = useCalls();
  const catalogue = useCatalogue();
  const shell = useShell();
  const { isOnline } = useSnapshot(shell.state);
  const [rested, setRested] = useState(items);
  useEffect(() => {
    const timer = setTimeout(() => setRested(items), REST);
    return () => clearTimeout(timer);
  }, [items]);
  const steps = useMemo(() => presentSteps(rested, catalogue), [rested, catalogue]);
  const query = useQuery({
    ...listsQuery(execute, viewer, steps),
    enabled: steps.length > 0 && !isBusy && isOnline,
    placeholderData: keepPreviousData,
    refetchInterval: LIMITS.pollEvery,
    refetchOnWindowFocus: true,
    // The query looks for changes by others, so it uses no cache.
    staleTime: 0,
    retry: false,
  });
  return query.data ?? NOTHING;
}
