import { useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { Loss, Reverse } from "#core/txlist/reverse";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { reverseOfRows } from "./reverse.ts";

export interface Reverser {
  /** Puts what takes these rows of the change log back into the planned list, as one step; asks first where something is lost. */
  readonly plan: (rows: readonly Row[]) => void;
  readonly dialog: ReactNode;
}

export function useReverse(): Reverser {
  const { catalogue, txlist, shell, notices } = usePortal();
  const say = useText();
  const [announced, setAnnounced] = useState("");
  const [asked, setAsked] = useState<Reverse | null>(null);
  const append = ({ items }: Reverse): void => {
    setAsked(null);
    txlist.submit({ kind: "append", items });
    shell.setPanel("isPlannedOpen", true);
    setAnnounced(say("editor.history.planned", { count: items.length }));
  };
  const plan = (rows: readonly Row[]): void => {
    const block = txlist.blockOf("add");
    if (block !== null) return notices.show({ tone: "warning", title: null, text: block });
    const reverse = reverseOfRows(catalogue, rows);
    return reverse.losses.length === 0 && reverse.items.length > 0 ? append(reverse) : setAsked(reverse);
  };
  const dialog = (
    <>
      <output className="visually-hidden">{announced}</output>
      {asked !== null && (
        <LossDialog reverse={asked} onPlan={() => append(asked)} onClose={() => setAsked(null)} />
      )}
    </>
  );
  return { plan, dialog };
}

interface LossDialogProps {
  readonly reverse: Reverse;
  readonly onPlan: () => void;
  readonly onClose: () => void;
}

/** What does not come back, before anything is planned. */
function LossDialog({ reverse, onPlan, onClose }: LossDialogProps): ReactNode {
  const say = useText();
  const count = reverse.items.length;
  return (
    <Dialog
      title={say("editor.history.lossTitle")}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          {count > 0 && (
            <Button look="primary" onClick={onPlan}>
              {say("editor.history.planRest", { count })}
            </Button>
          )}
        </>
      }
    >
      <p>{say(count > 0 ? "editor.history.lossSome" : "editor.history.lossAll")}</p>
      <ul className="history-losses">
        {reverse.losses.map((loss, at) => (
          <LossLine key={at} loss={loss} />
        ))}
      </ul>
    </Dialog>
  );
}

function LossLine({ loss: { object, title, attribute, reason } }: { readonly loss: Loss }): ReactNode {
  const { catalogue } = usePortal();
  const say = useText();
  const locale = useLocale();
  return (
    <li>
      {catalogue.typeName(object, locale)} <strong>{title}</strong>
      {attribute !== null && ` · ${catalogue.attributeName(object, attribute, locale)}`}: {say(reason)}
    </li>
  );
}
