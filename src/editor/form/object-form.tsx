import { useId, useMemo, useRef, useState, type ReactNode } from "react";
import { checkValues, planChange } from "#core/form/plan-change";
import { planForm, type FormPlan } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import type { FormValues } from "#core/form/values";
import { titleOf } from "#core/catalogue/title";
import type { Planned } from "#core/txlist/planned";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { ReferencePortProvider } from "../../ui/field/field-component.ts";
import { formKey, PlanFormView } from "../../ui/form/plan-form-view.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { useIsExpert, usePortal } from "../portal.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { useReferences } from "./use-references.ts";

export interface ObjectFormProps {
  readonly target: FormTarget;
  /** The planned element that saving replaces. */
  readonly edited: Planned | null;
  readonly onPlanned: (item: Planned) => void;
  readonly onClose: () => void;
}

/** The form of any object: create, change or take away, always as a planned action (TAFORM-01 to TAFORM-04). */
export function ObjectForm({ target, edited, onPlanned, onClose }: ObjectFormProps): ReactNode {
  const { catalogue } = usePortal();
  const locale = useLocale();
  const isExpert = useIsExpert();
  const say = useText();
  const plan = useMemo(
    () => planForm(catalogue, target, { locale, isExpert }),
    [catalogue, target, locale, isExpert],
  );
  const port = useReferences();
  if (plan === null) {
    return (
      <Dialog title={say("editor.form.plan")} onClose={onClose} width="narrow">
        <p>{say("editor.form.noFunction")}</p>
      </Dialog>
    );
  }
  return (
    <ReferencePortProvider value={port}>
      <FormDialog plan={plan} edited={edited} onPlanned={onPlanned} onClose={onClose} />
    </ReferencePortProvider>
  );
}

interface FormDialogProps extends Omit<ObjectFormProps, "target"> {
  readonly plan: FormPlan;
}

function FormDialog({ plan, edited, onPlanned, onClose }: FormDialogProps): ReactNode {
  const say = useText();
  const id = useId();
  const { isTyped, message, isShaking, ...form } = useFormState(plan, edited, onPlanned, onClose);
  const isCreate = plan.target.operation === "create";
  const canContinue = isCreate && edited === null;
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    if (isTyped) setAsking(true);
    else onClose();
  };
  const continues = useRef(false);
  const send = (isContinuing: boolean): void => {
    continues.current = isContinuing;
    const element = document.getElementById(id);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  };
  return (
    <Dialog
      title={useTitle(plan)}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{say("ui.common.cancel")}</Button>
          {canContinue && <Button onClick={() => send(true)}>{say("editor.form.continue")}</Button>}
          <Button look="primary" className={isShaking ? "shake" : ""} onClick={() => send(false)}>
            {say(edited === null ? "editor.form.plan" : "editor.form.replace")}
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
        <PlanFormView
          id={id}
          plan={plan}
          check={(given) => checkValues(plan, given, toAscii)}
          onChange={form.change}
          onRefused={form.refuse}
          onSubmit={(given) => form.submit(given, continues.current)}
        />
      </div>
      {isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />}
    </Dialog>
  );
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

function useTitle(plan: FormPlan): string {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const { target, type } = plan;
  return target.row === null
    ? say("editor.form.create", { type: catalogue.typeName(type.name, locale) })
    : say("editor.form.update", { title: titleOf(type, target.row) });
}

interface FormMessage {
  readonly tone: "info" | "warning";
  readonly text: string;
}

interface FormState {
  readonly isTyped: boolean;
  readonly message: FormMessage | null;
  readonly isShaking: boolean;
  readonly change: (values: FormValues) => void;
  readonly refuse: () => void;
  readonly submit: (values: FormValues, continues: boolean) => void;
}

const SHAKE = 300;

function useFormState(
  plan: FormPlan,
  edited: Planned | null,
  onPlanned: (item: Planned) => void,
  onClose: () => void,
): FormState {
  const say = useText();
  const [isTyped, setTyped] = useState(false);
  const [message, setMessage] = useState<FormMessage | null>(null);
  const [isShaking, setShaking] = useState(false);
  const refuse = (): void => {
    setShaking(true);
    setTimeout(() => setShaking(false), SHAKE);
  };
  return {
    isTyped,
    message,
    isShaking,
    refuse,
    change: () => {
      setTyped(true);
      setMessage(null);
    },
    submit: (given, continues) => {
      const change = planChange(plan, given, { uuid: edited?.uuid ?? crypto.randomUUID(), toAscii });
      if (change.kind === "planned") {
        onPlanned(change.item);
        if (!continues) return onClose();
        setTyped(false);
        return setMessage({ tone: "info", text: say("editor.form.continued") });
      }
      if (change.kind === "unchanged") setMessage({ tone: "warning", text: say("core.form.unchanged") });
      return refuse();
    },
  };
}
