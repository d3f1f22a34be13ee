import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState, type FormEvent, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { LIMITS } from "#contract/limits";
import { allows, type Visitor } from "#contract/rule";
import type { CallProgress } from "#contract/wire/progress";
import type { Text } from "#core/text";
import type { Run, RunMode } from "#core/txlist/run";
import { elementEnds } from "#core/txlist/test-steps";
import type { Step } from "#contract/wire/step";
import { Button } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { sayText, useText, type Say } from "../../ui/text.ts";
import { listsQuery } from "../../api/queries.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { usePortal } from "../portal.ts";
import { useListState } from "./use-list-state.ts";
import { useApply } from "./use-apply.tsx";
import { useRun } from "./use-run.ts";
import { AccountChoice, type AccountChoiceProps } from "../account/account-choice.tsx";
import { textOf } from "../cell/cell-text.ts";

/** Test and Apply, always visible. Reasons against them are also shown below the list, because not everybody sees tooltips. */
export function RunBar(): ReactNode {
  const say = useText();
  const { txlist, visitor } = usePortal();
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
          onClick={apply}
        >
          {say("editor.run.apply")}
        </Button>
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

/** Begins the run that a key or a command asks for, as its button does. */
function useWanted(begin: (mode: RunMode) => void): void {
  const { shell, txlist } = usePortal();
  const { wanted } = useSnapshot(shell.state);
  const latest = useLatest(begin);
  useEffect(() => {
    if (wanted === null) return;
    shell.want(null);
    if (Date.now() < wanted.until && txlist.blockOf("test") === null) latest.current(wanted.mode);
  }, [wanted, shell, txlist, latest]);
}

/** Whose rights a test can use. */
function testChoices(
  say: Say,
  visitor: Visitor,
  choose: (kind: "self" | TestAs) => void,
): readonly MenuItem[] {
  return [
    { id: "self", label: say("editor.run.asMyself"), onChoose: () => choose("self") },
    { id: "sub", label: say("editor.run.asSubaccount"), onChoose: () => choose("subaccount") },
    ...(allows({ permission: "wapi.su_access" }, visitor)
      ? [{ id: "other", label: say("editor.run.asOther"), onChoose: () => choose("other") }]
      : []),
  ];
}

/** Why the list cannot be tested now; null where it can. */
function useBlock(): Text | null {
  const { txlist, shell } = usePortal();
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
 * Progress of a running call, requested as often as the server notes it and only while it is shown. After a failed request it is not requested
 * again, because it is only a convenience: the answer of the call itself has the result.
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

/** Whose rights a test uses: an own subaccount, or with `wapi.su_access` any account (TA-64, TA-65). */
type TestAs = "subaccount" | "other";

interface TestAsDialogProps {
  readonly kind: TestAs;
  readonly onChosen: (login: string) => void;
  readonly onClose: () => void;
}

/** Chooses the account of a test; nothing runs without one (TA-66). */
function TestAsDialog({ kind, onChosen, onClose }: TestAsDialogProps): ReactNode {
  const say = useText();
  const id = useId();
  const [login, setLogin] = useState<string | null>(null);
  const isSub = kind === "subaccount";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (login !== null) onChosen(login);
  };
  return (
    <Dialog
      title={say(isSub ? "editor.run.asSubaccount" : "editor.run.testAsOther")}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          <Button look="primary" type="submit" form={`${id}-form`} disabled={login === null}>
            {say("editor.run.test")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={submit} className="test-as">
        <label htmlFor={id}>{say("editor.run.account")}</label>
        {isSub ? (
          <SubaccountChoice id={id} onLogin={setLogin} />
        ) : (
          <AccountChoice id={id} onLogin={setLogin} help={say("editor.run.otherHelp")} />
        )}
      </form>
    </Dialog>
  );
}

const SUBACCOUNTS: Step = { idx: "mgr", name: "cntl.mgr.list", old: { is_own: true, is_sub: true } };

function SubaccountChoice({ id, onLogin }: Omit<AccountChoiceProps, "help">): ReactNode {
  const say = useText();
  const { execute, viewer, loginName } = usePortal();
  const query = useQuery(listsQuery(execute, viewer, [SUBACCOUNTS]));
  const names = (query.data?.["mgr"] ?? [])
    .filter((row) => row["parent_login_name"] === loginName)
    .map((row) => textOf(row["login_name"]));
  return (
    <>
      <select
        id={id}
        className="control"
        defaultValue=""
        onChange={({ target }) => onLogin(target.value === "" ? null : target.value)}
      >
        <option value="">{say("editor.run.choose")}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {query.isSuccess && names.length === 0 && <p className="muted">{say("editor.run.noSubaccounts")}</p>}
    </>
  );
}
