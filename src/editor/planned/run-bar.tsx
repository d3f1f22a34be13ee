import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { LIMITS } from "#contract/limits";
import type { CallProgress } from "#contract/wire/progress";
import type { Text } from "#core/text";
import type { Run, RunMode } from "#core/txlist/run";
import { elementEnds } from "#core/txlist/test-steps";
import { Button, type ButtonProps } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { useLatest } from "../../ui/use-latest.ts";
import { sayText, useText, type Say } from "../../ui/text.ts";
import { useAccount } from "../portal/account.ts";
import { useCalls } from "../portal/calls.ts";
import { useSettings, useShell, useTransactionList } from "../portal/stores.ts";
import { useListState } from "./use-list-state.ts";
import { useApply } from "./use-apply.tsx";
import { TestAsDialog, testChoices, type TestAs } from "./test-as.tsx";
import { useRun } from "./use-run.ts";

/** Test and Apply, always visible. Reasons against them are also shown below the list, because not everybody sees tooltips. */
export function RunBar(): ReactNode {
  const say = useText();
  const txlist = useTransactionList();
  const { visitor } = useAccount();
  const run = useRun();
  const { apply, question } = useApply(run);
  useWanted((wanted) => (wanted === "test" ? void run("test") : visitor.inDatabase && apply()));
  const [testAs, setTestAs] = useState<TestAs | null>(null);
  const { items, run: running } = useListState(txlist);
  const block = useBlock();
  const reason = block === null ? undefined : sayText(say, block);
  const mode = running.phase === "busy" ? running.mode : null;
  const progress = useProgress(running);
  const choices = testChoices(say, visitor, (kind) => (kind === "self" ? void run("test") : setTestAs(kind)));
  return (
    <div className="run-bar">
      <ProgressLine mode={mode} progress={progress} />
      {reason !== undefined && mode === null && items.length > 0 && (
        <p className="muted small run-block">{reason}</p>
      )}
      <div className="run-buttons">
        <span className="split">
          <KeyButton singleKey="t" isBlocked={block !== null} title={reason} onClick={() => void run("test")}>
            {say("editor.run.test")}
          </KeyButton>
          <MenuButton
            label={say("editor.run.testAs")}
            icon="down"
            items={choices}
            disabled={block !== null}
            className="split-more"
          />
        </span>
        <ProgressCount mode={mode} progress={progress} />
        <KeyButton
          singleKey="Shift+A"
          look="primary"
          isBlocked={block !== null || !visitor.inDatabase}
          title={visitor.inDatabase ? reason : say("editor.run.notInDatabase")}
          onClick={apply}
        >
          {say("editor.run.apply")}
        </KeyButton>
      </div>
      {question}
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

/** A button that names its key to screen readers, unless single keys are switched off (PREF-16). */
function KeyButton({ singleKey, ...props }: ButtonProps & { readonly singleKey: string }): ReactNode {
  const settings = useSettings();
  const { singleKeys } = useSnapshot(settings.state);
  return <Button {...props} {...(singleKeys ? { "aria-keyshortcuts": singleKey } : {})} />;
}

/** Begins the run that a key or a command asks for, as its button does. */
function useWanted(begin: (mode: RunMode) => void): void {
  const shell = useShell();
  const txlist = useTransactionList();
  const { wanted } = useSnapshot(shell.state);
  const latest = useLatest(begin);
  useEffect(() => {
    if (wanted === null) return;
    shell.want(null);
    if (Date.now() < wanted.until && txlist.blockOf("test") === null) latest.current(wanted.mode);
  }, [wanted, shell, txlist, latest]);
}

/** Why the list cannot be tested now; null if it can. */
function useBlock(): Text | null {
  const txlist = useTransactionList();
  const shell = useShell();
  const { items, run, isAppliedElsewhere } = useListState(txlist);
  const { isOnline } = useSnapshot(shell.state);
  return useMemo(
    () => txlist.blockOf("test"),
    // `blockOf` reads these values from the list itself, so the rule does not see that the answer depends on them.
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

/** Delay in ms before the first request. Shorter runs request nothing. */
const QUIET = 1_000;

/** Progress of the run from the server; null before it is known and after the end. */
function useProgress(run: Run): RunProgress | null {
  const { callProgress } = useCalls();
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
 * Progress of a running call, requested as often as the server notes it and only while the page shows it. A failed request ends the requests: the
 * answer of the call has the result, and progress is only a convenience.
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
