import { useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { CreateNewProvider, type CreateNew } from "../../ui/field/field-component.ts";
import { useText } from "../../ui/text.ts";
import { InTheWay } from "../fault/in-the-way.tsx";
import { shownTitle } from "../cell/value-text.ts";
import { useChangeAtOnce, type ChangeEnd } from "../planning/change-at-once.ts";
import { directChange } from "../planning/direct-change.ts";
import { useCalls } from "../portal/calls.ts";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useWords } from "../portal/words.ts";
import type { FormEnd } from "./form-dialog.tsx";
import { ObjectForm } from "./object-form.tsx";

const NOTHING_NEW: CreateNew = { offer: () => null, open: () => undefined };

export interface SettingFormProps {
  readonly targets: readonly FormTarget[];
  readonly onSaved: ((row: Row) => void) | undefined;
  readonly onClose: () => void;
}

/** The form of a setting, which is saved at once, or the question before settings are deleted. */
export function SettingForm({ targets, onSaved, onClose }: SettingFormProps): ReactNode {
  const { viewer } = useCalls();
  const [target] = targets;
  const change = useChangeAtOnce();
  if (target === undefined) return null;
  // An account that acts for another person may change the network, but not that person's settings.
  if (viewer.as !== null) return <NotAs onClose={onClose} />;
  if (target.operation === "delete") return <DeleteQuestion targets={targets} onClose={onClose} />;
  const save = async (item: Planned): Promise<FormEnd> => {
    const end = await change(toSteps([item]));
    if (!end.ok) return refusalOf(end, target.ask ?? []);
    const [row] = end.rows;
    if (row !== undefined) onSaved?.(row);
    return "planned";
  };
  return (
    // A setting can refer only to existing objects, because it is saved without the planned list.
    <CreateNewProvider value={NOTHING_NEW}>
      <ObjectForm target={target} edited={null} save={save} onPlanned={() => undefined} onClose={onClose} />
    </CreateNewProvider>
  );
}

/** A refusal that names a field of the form is shown there. */
function refusalOf(
  { text, about, fault }: Extract<ChangeEnd, { readonly ok: false }>,
  asked: readonly string[],
): FormEnd {
  const field = about.find((name) => asked.includes(name));
  const help = fault === null ? null : <InTheWay fault={fault} />;
  return field === undefined
    ? { refused: text, help }
    : { refused: null, fields: new Map([[field, text]]), help };
}

function NotAs({ onClose }: Pick<SettingFormProps, "onClose">): ReactNode {
  const say = useText();
  return (
    <Dialog title={say("editor.setting.notAsTitle")} width="narrow" onClose={onClose}>
      <p>{say("editor.setting.notAs")}</p>
    </Dialog>
  );
}

/** Asks before deleting at once, because that cannot be taken back. */
function DeleteQuestion({ targets, onClose }: Omit<SettingFormProps, "onSaved">): ReactNode {
  const { say, catalogue } = useWords();
  const prefs = useFormPrefs();
  const change = useChangeAtOnce();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Extract<ChangeEnd, { readonly ok: false }> | null>(null);
  const titles = targets.map(({ object, row }) => {
    const type = catalogue.objectType(object);
    return type === null ? object : shownTitle(catalogue, type, row ?? {}, prefs.locale);
  });
  const remove = (): void => {
    setBusy(true);
    change(toSteps(targets.flatMap((target) => directChange(catalogue, target, prefs) ?? [])))
      .then((end) => {
        if (end.ok) onClose();
        else setRefused(end);
      })
      // The frame reports a failed call.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={say("editor.setting.delete", { title: titles[0] ?? "", count: titles.length })}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          <Button look="danger" disabled={isBusy} onClick={remove}>
            {say("editor.setting.deleteNow")}
          </Button>
        </>
      }
    >
      {refused !== null && (
        <div role="alert">
          <Note tone="warning">{refused.text}</Note>
          {refused.fault !== null && <InTheWay fault={refused.fault} />}
        </div>
      )}
      <p>{say("editor.setting.deleteText")}</p>
      {titles.length > 1 && (
        <ul>
          {titles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
