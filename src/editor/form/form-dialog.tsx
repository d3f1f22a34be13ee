import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { StartedForm } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { formKey, FormView } from "../../ui/form/form-view.tsx";
import type { FormCheck } from "../../ui/form/validator.ts";
import { sayText, useText } from "../../ui/text.ts";
import { useTransactionList } from "../portal/stores.ts";
import { useClosing } from "./use-closing.tsx";

/** Result of a submit. A refusal gives its reason as one sentence or as sentences by field. */
export type FormEnd =
  | "planned"
  | {
      readonly refused: string | null;
      /** The refusal of the server as sentences by field. */
      readonly fields?: ReadonlyMap<string, string>;
      /** Help shown beside the sentence. */
      readonly help?: ReactNode;
    };

export interface FormDialogProps {
  readonly title: string;
  readonly form: StartedForm;
  /** Shown above the fields: the purpose of the form. */
  readonly intro?: ReactNode;
  /** Shown under the fields: what will happen to the values. */
  readonly below?: ReactNode;
  /** Gets the values whenever one changes. */
  readonly onValues?: (values: FormValues) => void;
  /** The form belongs to a planned element, which submitting replaces. */
  readonly isEdit: boolean;
  /** The values are saved and not planned. */
  readonly isAtOnce?: boolean;
  /** Offers to continue with the entered values after planning. */
  readonly canContinue: boolean;
  readonly check: FormCheck;
  /** Plans or saves, or says why not. */
  readonly onSubmit: (values: FormValues) => FormEnd | Promise<FormEnd>;
  readonly onClose: () => void;
}

/** A form in a dialog, the same for all kinds of forms. Its values become an element of the list unless they are saved at once (TAFORM-01 to TAFORM-07). */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { title, form, intro, below, isEdit, isAtOnce = false, canContinue, check, onClose } = props;
  const say = useText();
  const id = useId();
  const { values, isTyped, isBusy, told, isShaking, ...on } = useFormState(props);
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
          <Button
            look="primary"
            className={isShaking ? "shake" : ""}
            disabled={isBusy}
            onClick={() => send(false)}
          >
            {say(isAtOnce ? "editor.form.save" : isEdit ? "editor.form.replace" : "editor.form.plan")}
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
        <ToldEnd told={told} />
        {intro}
        <FormView
          id={id}
          form={form}
          values={values}
          kind="dialog"
          check={check}
          refused={told.refused}
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

function ToldEnd({ told: { message, help } }: { readonly told: Told }): ReactNode {
  return (
    <>
      {message !== null && <Note tone={message.tone}>{message.text}</Note>}
      {help}
      <output className="visually-hidden">{message?.text ?? ""}</output>
    </>
  );
}

/** Result of the last submit, as shown in the form. */
interface Told {
  readonly message: { readonly tone: "info" | "warning"; readonly text: string } | null;
  readonly refused: ReadonlyMap<string, string>;
  readonly help: ReactNode;
}

const SHAKE = 300;
const NONE: ReadonlyMap<string, string> = new Map();
const NOTHING: Told = { message: null, refused: NONE, help: null };

function useFormState(props: FormDialogProps) {
  const { form, isEdit, isAtOnce, onSubmit, onValues, onClose } = props;
  const say = useText();
  const txlist = useTransactionList();
  const [values, setValues] = useState(form.initial);
  const [isTyped, setTyped] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [told, setTold] = useState(NOTHING);
  const [isShaking, setShaking] = useState(false);
  const refuse = (): void => setShaking(true);
  useEffect(() => {
    if (!isShaking) return;
    const timer = setTimeout(() => setShaking(false), SHAKE);
    return () => clearTimeout(timer);
  }, [isShaking]);
  const finish = (end: FormEnd, continues: boolean): void => {
    if (end === "planned") {
      if (!continues) return onClose();
      setTyped(false);
      return setTold({ ...NOTHING, message: { tone: "info", text: say("editor.form.continued") } });
    }
    const { refused, fields = NONE, help } = end;
    setTold(({ message }) => ({
      message: refused === null ? message : { tone: "warning", text: refused },
      refused: fields,
      help,
    }));
    return refuse();
  };
  return {
    values,
    isTyped,
    /** The values are on their way to the server. */
    isBusy,
    told,
    isShaking,
    refuse,
    change: (next: FormValues): void => {
      setValues(next);
      onValues?.(next);
      setTyped(true);
      setTold(NOTHING);
    },
    submit: (given: FormValues, continues: boolean): void => {
      // If the list started to run after the form was opened, the form stays with all typed text.
      const block = isAtOnce === true ? null : txlist.blockOf(isEdit ? "replace" : "add");
      const end = block === null ? onSubmit(given) : { refused: sayText(say, block) };
      if (!(end instanceof Promise)) return finish(end, continues);
      setBusy(true);
      // The frame reports a failed call, and the form stays with all typed text.
      return void end.then((later) => finish(later, continues), refuse).finally(() => setBusy(false));
    },
  };
}
