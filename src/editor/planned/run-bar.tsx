import { useQuery, queryOptions } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode, useEffect } from "react";
import { useSnapshot } from "valtio";
import { LIMITS } from "#contract/limits";
import { allows } from "#contract/rule";
import type { CallProgress } from "#contract/wire/progress";
import type { Text } from "#core/text";
import type { RunMode, Run } from "#core/txlist/run";
import { elementEnds } from "#core/txlist/test-steps";
import { Button } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { sayText, useText, type Say } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { TestAsDialog, type TestAs } from "./test-as-dialog.tsx";
import { useListState } from "./use-list-state.ts";
import { useRun } from "./use-run.ts";

/** Test and Apply, always visible. Reasons against them are also shown below the list, because not everybody sees tooltips. */
export function RunBar(): ReactNode {
  const say = useText();
  const { txlist, visitor } = usePortal();
  const run = useRun();
  const [testAs, setTestAs] = useState<TestAs | null>(null);
  const { items, run: running } = useListState(txlist);
  const block = useBlock();
  const reason = block === null ? undefined : sayText(say, block);
  const mode = running.phase === "busy" ? running.mode : null;
  const progress = useProgress(running);
  const choices: readonly MenuItem[] = [
    { id: "self", label: say("editor.run.asMyself"), onChoose: () => void run("test") },
    { id: "sub", label: say("editor.run.asSubaccount"), onChoose: () => setTestAs("subaccount") },
    ...(allows({ permission: "wapi.su_access" }, visitor)
      ? [{ id: "other", label: say("editor.run.asOther"), onChoose: () => setTestAs("other") }]
      : []),
  ];
  return (
    <div className="run-bar">
      <ProgressLine mode={mode} progress={progress} />
      {reason !== undefined && mode === null && items.length > 0 && (
        <p className="muted small run-block">{reason}</p>
      )}
      <div className="run-buttons">
        <span className="split">
          <Button isBlocked={block !== null} title={reason} onClick={() => void run("test")}>
            {say("editor.run.test")}
          </Button>
          <MenuButton
            label={say("editor.run.testAs")}
            icon="down"
            items={choices}
            disabled={block !== null}
            className="split-more"
          />
        </span>
        <ProgressCount mode={mode} progress={progress} />
        <Button
          look="primary"
          isBlocked={block !== null || !visitor.inDatabase}
          title={visitor.inDatabase ? reason : say("editor.run.notInDatabase")}
          onClick={() => void run("apply")}
        >
          {say("editor.run.apply")}
        </Button>
      </div>
      {testAs !== null && (
        <TestAsDialog
          kind={testAs}
          onClose={() => setTestAs(null)}
          onChosen={(login) => {
            setTestAs(null);
            void run("test", login);
          }}
        />
      )}
    </div>
  );
}

/** Why the list cannot be tested now; null where it can. */
function useBlock(): Text | null {
  const { txlist, shell } = usePortal();
  const { items, run, isAppliedElsewhere } = useListState(txlist);
  const { isOnline } = useSnapshot(shell.state);
  return useMemo(
    () => txlist.blockOf("test"),
    // What the answer depends on; the list itself is asked.
    // oxlint-disable-next-line react/exhaustive-deps
    [txlist, items, run, isOnline, isAppliedElsewhere],
  );
}

interface RunProgressProps {
  /** Null while nothing runs. */
  readonly mode: RunMode | null;
  readonly progress: RunProgress | null;
}

/** The thin line above Test and Apply; it is indeterminate until the progress is known. */
function ProgressLine({ mode, progress }: RunProgressProps): ReactNode {
  const say = useText();
  if (mode === null || progress === null)
    return <div className={`run-progress${mode === null ? "" : " is-busy"}`} aria-hidden="true" />;
  const text = countOf(say, mode, progress);
  return (
    <progress
      className="run-progress"
      value={progress.share}
      max={1}
      aria-label={say("editor.run.busy")}
      aria-valuetext={text}
    />
  );
}

/** "Testing 34 of 120" between the buttons; screen readers hear the start, then every quarter. */
function ProgressCount({ mode, progress }: RunProgressProps): ReactNode {
  const say = useText();
  const quarters = progress === null ? 0 : Math.floor(progress.share * 4);
  return (
    <>
      <output className="visually-hidden">
        {mode !== null &&
          (quarters === 0 ? say("editor.run.busy") : say("editor.run.share", { percent: quarters * 25 }))}
      </output>
      {mode !== null && progress !== null && (
        <span className="run-count muted small" aria-hidden="true">
          {countOf(say, mode, progress)}
        </span>
      )}
    </>
  );
}

function countOf(say: Say, mode: RunMode, { done, of }: RunProgress): string {
  return say(mode === "test" ? "editor.run.testing" : "editor.run.applying", { done, of });
}

interface RunProgress {
  readonly done: number;
  readonly of: number;
  /** Share of all steps from 0 to 1, also within a long element. */
  readonly share: number;
}

/** Delay in ms; shorter runs ask for nothing. */
const QUIET = 1_000;

/** Progress of the run from the server; null before it is known and after the end. */
function useProgress(run: Run): RunProgress | null {
  const { callProgress } = usePortal();
  const callId = run.phase === "busy" ? run.callId : null;
  const isLong = useIsLong(callId);
  const { data } = useQuery({
    ...progressQuery(callProgress, callId ?? ""),
    enabled: callId !== null && isLong,
  });
  const ends = useMemo(() => (run.phase === "busy" ? elementEnds(run.mode, run.sent) : []), [run]);
  if (callId === null || !isLong || data === undefined || data === null) return null;
  const { step_done: steps, step_count: count } = data;
  return { done: ends.filter((end) => end <= steps).length, of: ends.length, share: steps / count };
}

/** True once the call has run for a while. */
function useIsLong(callId: string | null): boolean {
  const [long, setLong] = useState<string | null>(null);
  useEffect(() => {
    if (callId === null) return undefined;
    const timer = setTimeout(() => setLong(callId), QUIET);
    return () => clearTimeout(timer);
  }, [callId]);
  return callId !== null && long === callId;
}

/**
 * Progress of a running call, asked for as often as the server notes it and only while somebody looks. It is a comfort: one that is not
 * told is not asked for again, and what the call came to is said by its own answer.
 */
export const progressQuery = (
  ask: (callId: string, signal: AbortSignal) => Promise<CallProgress | null>,
  callId: string,
) =>
  queryOptions({
    queryKey: ["progress", callId],
    queryFn: ({ signal }) => ask(callId, signal),
    refetchInterval: ({ state }) => (state.status === "error" ? false : LIMITS.progressEvery),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
