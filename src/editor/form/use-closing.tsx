import { useState, type ReactNode } from "react";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useLeaveGuard } from "../../ui/layout/use-leave-guard.ts";
import { useText } from "../../ui/text.ts";

/** Closes a dialog with typed text. Escape, the cross, "Cancel", and leaving or reloading the page ask before the text is lost. */
export function useClosing(isTyped: boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  useLeaveGuard(isTyped);
  return {
    /** Closes at once, or asks first where something was typed. */
    close: (): void => {
      if (isTyped) setAsking(true);
      else onClose();
    },
    /** The dialog has to draw this: the question, and the mark that prevents an automatic reload of the page (SYS-13). */
    question: (
      <>
        {isTyped && <span data-dirty="" hidden />}
        {isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />}
      </>
    ),
  };
}

interface DiscardDialogProps {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Typed text is discarded only after the reader has confirmed it. */
function DiscardDialog({ onDiscard, onKeep }: DiscardDialogProps): ReactNode {
  const say = useText();
  return (
    <Dialog
      title={say("editor.form.discard")}
      width="narrow"
      onClose={onKeep}
      foot={
        <>
          <Button onClick={onKeep}>{say("editor.form.keep")}</Button>
          <Button look="danger" onClick={onDiscard}>
            {say("editor.form.throwAway")}
          </Button>
        </>
      }
    >
      <p>{say("editor.form.discardText")}</p>
    </Dialog>
  );
}
