import type { ReactNode } from "react";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";

/** The server does not have this function of the object. */
export function NoForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useText();
  return (
    <Dialog title={say("editor.form.plan")} onClose={onClose} width="narrow">
      <p>{say("editor.form.noFunction")}</p>
    </Dialog>
  );
}
