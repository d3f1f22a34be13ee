import { useDeferredValue, useId, useMemo, useState, type ReactNode } from "react";
import { planImport, readImport, type Import, type ImportPlan } from "#core/form/import";
import type { FormTarget } from "#core/form/target";
import type { Planned } from "#core/txlist/planned";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { sayText, useLocale, useText } from "../../ui/text.ts";
import { useIsExpert, usePortal } from "../portal.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { ImportFree } from "./import-free.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportProblems } from "./import-problems.tsx";
import { ImportSource } from "./import-source.tsx";
import { NoForm } from "./no-form.tsx";
import { useClosing } from "./use-closing.tsx";
import "./import.css";

export interface ImportDialogProps {
  /** The control that the import stands beside; what it fills in holds for every line. */
  readonly target: FormTarget;
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly onClose: () => void;
}

/** A table of text becomes planned objects: nothing is planned while a line is faulty, unless that line is left out on purpose. */
export function ImportDialog({ target, ...actions }: ImportDialogProps): ReactNode {
  const { catalogue } = usePortal();
  const locale = useLocale();
  const isExpert = useIsExpert();
  const plan = useMemo(
    () => planImport(catalogue, target, { locale, isExpert }),
    [catalogue, target, locale, isExpert],
  );
  return plan === null ? <NoForm onClose={actions.onClose} /> : <Importing plan={plan} {...actions} />;
}

interface ImportingProps extends Omit<ImportDialogProps, "target"> {
  readonly plan: ImportPlan;
}

function Importing({ plan, onPlannedAll, onClose }: ImportingProps): ReactNode {
  const { catalogue, txlist } = usePortal();
  const say = useText();
  const locale = useLocale();
  const named = plan.form.target.title;
  const [text, setText] = useState("");
  const [leavesOut, setLeavesOut] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const { close, question } = useClosing(text.trim() !== "", onClose);
  const { read, isSettled } = useRead(plan, text);
  const faulty = read.lines.filter((line) => line.item === null).length;
  const items = read.lines.flatMap(({ item }) => item ?? []);
  const submit = (): void => {
    if (items.length === 0) return setMessage(say("editor.import.nothing"));
    if (faulty > 0 && !leavesOut) {
      return setMessage(say("editor.import.problems", { count: problemCount(read), lines: faulty }));
    }
    const block = txlist.blockOf("add");
    if (block !== null) return setMessage(sayText(say, block));
    onPlannedAll(items);
    onClose();
  };
  return (
    <Dialog
      title={say("editor.import.title", {
        type: named === undefined ? catalogue.typeName(plan.form.type.name, locale) : say(named),
      })}
      width="wide"
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{say("ui.common.cancel")}</Button>
          <Button look="primary" disabled={!isSettled} onClick={submit}>
            {items.length === 0
              ? say("editor.import.planNone")
              : say("editor.import.plan", { count: items.length })}
          </Button>
        </>
      }
    >
      <div className="import">
        {message !== null && <Note tone="warning">{message}</Note>}
        <output className="visually-hidden">{message ?? ""}</output>
        <ImportSource
          fields={plan.form.fields}
          text={text}
          onText={(next) => {
            setText(next);
            setMessage(null);
            setLeavesOut(false);
          }}
        />
        <ImportFree plan={plan} read={read} onText={setText} />
        {read.refused !== null && (
          <p className="form-problem" role="alert">
            {sayText(say, read.refused)}
          </p>
        )}
        {read.notes.map((note) => (
          <p key={JSON.stringify(note)} className="muted">
            {sayText(say, note)}
          </p>
        ))}
        <ImportProblems lines={read.lines} />
        {faulty > 0 && items.length > 0 && (
          <LeaveOut count={faulty} isOn={leavesOut} onChange={setLeavesOut} />
        )}
        <ImportPreview read={read} />
      </div>
      {question}
    </Dialog>
  );
}

function problemCount({ lines }: Import): number {
  return lines.reduce((sum, { problems }) => sum + problems.length, 0);
}

/** The text as read; typing stays fluent while long tables are read. */
function useRead(plan: ImportPlan, text: string): { readonly read: Import; readonly isSettled: boolean } {
  const settled = useDeferredValue(text);
  const read = useMemo(
    () => readImport(plan, settled, { uuid: () => crypto.randomUUID(), toAscii }),
    [plan, settled],
  );
  // What is planned is what stands in the text, never what stood there before.
  return { read, isSettled: settled === text };
}

interface LeaveOutProps {
  readonly count: number;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function LeaveOut({ count, isOn, onChange }: LeaveOutProps): ReactNode {
  const say = useText();
  const id = useId();
  return (
    <label className="check" htmlFor={id}>
      <input id={id} type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{say("editor.import.leaveOut", { count })}</span>
    </label>
  );
}
