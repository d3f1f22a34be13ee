import type { ReactNode } from "react";
import type { Reach } from "#core/txlist/reach";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { FarElements } from "./planned-reach.tsx";

export interface ReachQuestionProps {
  /** Elements that change far more than they name. */
  readonly far: readonly Reach[];
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** Asks before an apply that changes far more than its elements name. */
export function ReachQuestion({ far, onApply, onClose }: ReachQuestionProps): ReactNode {
  const say = useText();
  return (
    <Dialog
      title={say("editor.run.farTitle")}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          <Button look="danger" onClick={onApply}>
            {say("editor.run.applyFar")}
          </Button>
        </>
      }
    >
      <FarElements far={far} />
      <p className="muted">{say("editor.run.farText")}</p>
    </Dialog>
  );
}
