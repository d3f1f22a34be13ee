import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { TextKey } from "#core/text";
import { shownResults, wasReverted, type LostEnd, type Run, type RunMode } from "#core/txlist/run";
import { EFFECTS_UP_TO } from "#core/txlist/test-steps";
import { IconButton } from "../../ui/action/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import type { IconName } from "../../ui/icon/paths.ts";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { ResultRows } from "./result-rows.tsx";

/** What the last run came to: one line with its time, and the results that elements want to be shown. */
export function RunResult({ run, endedAt }: { readonly run: Run; readonly endedAt: number }): ReactNode {
  if (run.phase === "busy" && run.isLost === true) return <Asking />;
  if (run.phase === "idle" || run.phase === "busy") return null;
  return <Finished run={run} endedAt={endedAt} />;
}

/** The answer of an apply was lost; the server is asked what became of it. */
function Asking(): ReactNode {
  const say = useText();
  const { isOnline } = useSnapshot(usePortal().shell.state);
  return (
    <div className="run-result is-warn">
      <div className="run-result-line">
        <Icon name="warning" />
        <output>{say(isOnline ? "editor.run.lostAsking" : "editor.run.lostOffline")}</output>
      </div>
    </div>
  );
}

type FinishedRun = Exclude<Run, { readonly phase: "idle" | "busy" }>;

function Finished({ run, endedAt }: { readonly run: FinishedRun; readonly endedAt: number }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { txlist } = usePortal();
  const time = new Intl.DateTimeFormat(intlTag(locale), { timeStyle: "short", hourCycle: "h23" }).format(
    endedAt,
  );
  const as = run.as ?? "";
  const values = { count: run.sent.length, time, as };
  const ending = ENDINGS[endingOf(run)];
  return (
    <div className={`run-result ${ending.look}`}>
      <div className="run-result-line">
        <Icon name={ending.icon} />
        <output>{say((as === "" ? null : AS_ANOTHER[endingOf(run)]) ?? ending.text, values)}</output>
        <IconButton icon="close" label={say("ui.common.close")} onClick={() => txlist.dismissResult()} />
      </div>
      {endingOf(run) === "tested" && run.sent.length > EFFECTS_UP_TO && (
        <p className="muted small">{say("editor.run.noEffects", { count: EFFECTS_UP_TO })}</p>
      )}
      {shownResults(run, locale).map((result) => (
        <ResultRows key={result.key} result={result} />
      ))}
    </div>
  );
}

type Ending = "failed" | "testFailed" | "lostApplied" | `lost_${LostEnd}` | "reverted" | "tested" | "applied";

const ENDINGS: Readonly<
  Record<Ending, { readonly look: string; readonly icon: IconName; readonly text: TextKey }>
> = {
  failed: { look: "is-bad", icon: "warning", text: "editor.run.failed" },
  testFailed: { look: "is-bad", icon: "warning", text: "editor.run.testFailed" },
  lost_test: { look: "is-bad", icon: "warning", text: "editor.run.lostTest" },
  lost_undone: { look: "is-bad", icon: "warning", text: "editor.run.lostUndone" },
  lost_unsent: { look: "is-bad", icon: "warning", text: "editor.run.lostUnsent" },
  lost_unknown: { look: "is-bad", icon: "warning", text: "editor.run.lostUnknown" },
  lostApplied: { look: "is-ok", icon: "check", text: "editor.run.lostApplied" },
  reverted: { look: "is-warn", icon: "warning", text: "editor.run.revertedLine" },
  tested: { look: "is-ok", icon: "check", text: "editor.run.tested" },
  applied: { look: "is-ok", icon: "check", text: "editor.run.applied" },
};

/** What is said of a test as another account. */
const AS_ANOTHER: Partial<Readonly<Record<Ending, TextKey>>> = {
  testFailed: "editor.run.testFailedAs",
  tested: "editor.run.testedAs",
};

function endingOf(run: FinishedRun): Ending {
  if (run.phase === "error") return run.lost === undefined ? failedOf(run.mode) : `lost_${run.lost}`;
  if (wasReverted(run)) return "reverted";
  if (run.isLost === true) return "lostApplied";
  return run.mode === "test" ? "tested" : "applied";
}

function failedOf(mode: RunMode): Ending {
  return mode === "test" ? "testFailed" : "failed";
}
