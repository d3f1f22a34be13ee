import { useMemo, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { allows } from "#contract/rule";
import { Button } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { sayText, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { ProgressCount, ProgressLine } from "./run-progress.tsx";
import { TestAsDialog, type TestAs } from "./test-as-dialog.tsx";
import { useListState } from "./use-list-state.ts";
import { useProgress } from "./use-progress.ts";
import { useRun } from "./use-run.ts";

/** Test and Apply, always in sight; what is missing stands below the list, too: not everybody sees a tooltip. */
export function RunBar(): ReactNode {
  const say = useText();
  const { txlist, visitor, shell } = usePortal();
  const run = useRun();
  const [testAs, setTestAs] = useState<TestAs | null>(null);
  const { items, run: running, isAppliedElsewhere } = useListState(txlist);
  const { isOnline } = useSnapshot(shell.state);
  const block = useMemo(
    () => txlist.blockOf("test"),
    // What the answer depends on; the list itself is asked.
    // oxlint-disable-next-line react/exhaustive-deps
    [txlist, items, running, isOnline, isAppliedElsewhere],
  );
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
