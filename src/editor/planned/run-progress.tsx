import type { ReactNode } from "react";
import type { RunMode } from "#core/txlist/run";
import { useText, type Say } from "../../ui/text.ts";
import type { RunProgress } from "./use-progress.ts";

export interface RunProgressProps {
  /** Null while nothing runs. */
  readonly mode: RunMode | null;
  readonly progress: RunProgress | null;
}

/** The thin line above Test and Apply: it only moves until it is known how far the run is. */
export function ProgressLine({ mode, progress }: RunProgressProps): ReactNode {
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

/** "Testing 34 of 120" between the buttons; a screen reader hears that it runs, and then each quarter. */
export function ProgressCount({ mode, progress }: RunProgressProps): ReactNode {
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
