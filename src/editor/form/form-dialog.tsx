import { useId, useRef, useState, type ReactNode } from "react";
import type { StartedForm } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { formKey, FormView } from "../../ui/form/form-view.tsx";
import type { FormCheck } from "../../ui/form/validator.ts";
import { sayText, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { useClosing } from "./use-closing.tsx";

export interface FormDialogProps {
  readonly title: string;
  readonly form: StartedForm;
  /** Above the fields: what the form is for. */
  readonly intro?: ReactNode;
  /** Under the fields: what becomes of the values. */
  readonly below?: ReactNode;
  /** Gets the values whenever one changes. */
  readonly onValues?: (values: FormValues) => void;
  /** The form of something planned: submitting replaces it. */
  readonly isEdit: boolean;
  /** Offers to go on with the entered values after planning. */
  readonly canContinue: boolean;
  readonly check: FormCheck;
  /** Plans, or says why nothing was planned; null where the fields say it. */
  readonly onSubmit: (values: FormValues) => "planned" | { readonly refused: string | null };
  readonly onClose: () => void;
}

/** A form in a dialog: whatever it is made from, it ends as an element of the list (TAFORM-01 to TAFORM-07). */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, form, intro, below, isEdit, canContinue, check, onClose } = props;
  const say = useText();
  const id = useId();
  const { values, isTyped, message, isShaking, ...on } = useFormState(props);
  const { close, question } = useClosing(isTyped, onClose);
  const continues = useRef(false);
  const send = (isContinuing: boolean): void => {
    continues.current = isContinuing;
    const element = document.getElementById(id);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{say("ui.common.cancel")}</Button>
          {canContinue && <Button onClick={() => send(true)}>{say("editor.form.continue")}</Button>}
          <Button look="primary" className={isShaking ? "shake" : ""} onClick={() => send(false)}>
            {say(isEdit ? "editor.form.replace" : "editor.form.plan")}
          </Button>
        </>
      }
    >
      <div
        role="presentation"
        onKeyDown={(event) => {
          const key = formKey(event);
          if (key === null || (key === "continue" && !canContinue)) return;
          event.preventDefault();
          send(key === "continue");
        }}
      >
        {message !== null && <Note tone={message.tone}>{message.text}</Note>}
        <output className="visually-hidden">{message?.text ?? ""}</output>
        {intro}
        <FormView
          id={id}
          form={form}
          values={values}
          kind="dialog"
          check={check}
          onChange={on.change}
          onRefused={on.refuse}
          onSubmit={(given) => on.submit(given, continues.current)}
        />
        {below}
      </div>
      {question}
    </Dialog>
  );
}

interface FormMessage {
  readonly tone: "info" | "warning";
  readonly text: string;
}

interface FormState {
  readonly values: FormValues;
  readonly isTyped: boolean;
  readonly message: FormMessage | null;
  readonly isShaking: boolean;
  readonly change: (values: FormValues) => void;
  readonly refuse: () => void;
  readonly submit: (values: FormValues, continues: boolean) => void;
}

const SHAKE = 300;

function useFormState({ form, isEdit, onSubmit, onValues, onClose }: FormDialogProps): FormState {
  const say = useText();
  const { txlist } = usePortal();
  const [values, setValues] = useState(form.initial);
  const [isTyped, setTyped] = useState(false);
  const [message, setMessage] = useState<FormMessage | null>(null);
  const [isShaking, setShaking] = useState(false);
  const refuse = (): void => {
    setShaking(true);
    setTimeout(() => setShaking(false), SHAKE);
  };
  return {
    values,
    isTyped,
    message,
    isShaking,
    refuse,
    change: (next) => {
      setValues(next);
      onValues?.(next);
      setTyped(true);
      setMessage(null);
    },
    submit: (given, continues) => {
      // The list may have begun to run since the form was opened: then the form stays, with all that was typed.
      const block = txlist.blockOf(isEdit ? "replace" : "add");
      const end = block === null ? onSubmit(given) : { refused: sayText(say, block) };
      if (end === "planned") {
        if (!continues) return onClose();
        setTyped(false);
        return setMessage({ tone: "info", text: say("editor.form.continued") });
      }
      if (end.refused !== null) setMessage({ tone: "warning", text: end.refused });
      return refuse();
    },
  };
}
