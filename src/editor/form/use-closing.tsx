import { useEffect, useState, type ReactNode } from "react";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";

interface Closing {
  /** Closes at once, or asks first where something was typed. */
  readonly close: () => void;
  /** Stands in the dialog that is closed. */
  readonly question: ReactNode;
}

/** The way out of a dialog that is typed into: Escape, its cross, "Cancel", and leaving or reloading the page lose nothing by accident. */
export function useClosing(isTyped: boolean, onClose: () => void): Closing {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isTyped) return undefined;
    const ask = (event: Event): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isTyped]);
  return {
    close: () => {
      if (isTyped) setAsking(true);
      else onClose();
    },
    question: isAsking ? <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} /> : null,
  };
}

interface DiscardDialogProps {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** What was typed is thrown away only when that is said. */
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
