import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState, type FormEvent, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import type { Step } from "#contract/wire/step";
import { referenceTarget, suggestStep, suggestionOf } from "#core/form/reference";
import { listsQuery } from "../../api/queries.ts";
import { readLists } from "../../api/execute.ts";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { ReferencePortProvider, type ReferencePort } from "../../ui/field/field-component.ts";
import { TypeaheadInput } from "../../ui/field/typeahead-input.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { textOf } from "../cell/text-of.ts";

/** Whose rights a test has: an own subaccount, or with `wapi.su_access` any account (TA-64, TA-65). */
export type TestAs = "subaccount" | "other";

export interface TestAsDialogProps {
  readonly kind: TestAs;
  readonly onChosen: (login: string) => void;
  readonly onClose: () => void;
}

/** Chooses the account of a test; without a chosen account nothing runs (TA-66). */
export function TestAsDialog({ kind, onChosen, onClose }: TestAsDialogProps): ReactNode {
  const say = useText();
  const id = useId();
  const [login, setLogin] = useState<string | null>(null);
  const isSub = kind === "subaccount";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (login !== null) onChosen(login);
  };
  const Choice = isSub ? SubaccountChoice : AccountChoice;
  return (
    <Dialog
      title={say(isSub ? "editor.run.asSubaccount" : "editor.run.asOther")}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          <Button look="primary" type="submit" form={`${id}-form`} disabled={login === null}>
            {say("editor.run.test")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={submit} className="test-as">
        <label htmlFor={id}>{say("editor.run.account")}</label>
        <Choice id={id} onLogin={setLogin} />
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly id: string;
  /** The chosen account, null while none is chosen. */
  readonly onLogin: (login: string | null) => void;
}

const SUBACCOUNTS: Step = { idx: "mgr", name: "cntl.mgr.list", old: { is_own: true, is_sub: true } };

function SubaccountChoice({ id, onLogin }: ChoiceProps): ReactNode {
  const say = useText();
  const { execute, viewer, loginName } = usePortal();
  const query = useQuery(listsQuery(execute, viewer, [SUBACCOUNTS]));
  const names = (query.data?.["mgr"] ?? [])
    .filter((row) => row["parent_login_name"] === loginName)
    .map((row) => textOf(row["login_name"]));
  return (
    <>
      <select
        id={id}
        className="control"
        defaultValue=""
        onChange={({ target }) => onLogin(target.value === "" ? null : target.value)}
      >
        <option value="">{say("editor.run.choose")}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {query.isSuccess && names.length === 0 && <p className="muted">{say("editor.run.noSubaccounts")}</p>}
    </>
  );
}

/** Accounts by login name or name, after two letters and a pause in typing, ten at most (CONST-06, CONST-14). */
function AccountChoice({ id, onLogin }: ChoiceProps): ReactNode {
  const say = useText();
  const { execute, catalogue } = usePortal();
  const [text, setText] = useState("");
  const target = useMemo(() => referenceTarget(catalogue, "cntl.mgr", "login_name", false), [catalogue]);
  const port = useMemo(
    (): ReferencePort => ({
      suggest: async (_, typed, signal) => {
        const step = suggestStep("mgr", target, typed);
        const limited = { ...step, old: { ...step.old, fetch_limit: LIMITS.managerSuggestions } };
        const lists = await readLists(execute, [limited], signal);
        return (lists["mgr"] ?? []).map((row) => suggestionOf(catalogue, target, row));
      },
      choices: () => Promise.resolve([]),
    }),
    [execute, catalogue, target],
  );
  return (
    <ReferencePortProvider value={port}>
      <TypeaheadInput
        id={id}
        label={say("editor.run.account")}
        options={{ reference: target }}
        isDisabled={false}
        isInvalid={false}
        isRequired
        describedBy={`${id}-help`}
        text={text}
        onText={(typed) => {
          setText(typed);
          onLogin(null);
        }}
        onChoose={({ value, label }) => {
          setText(label);
          onLogin(textOf(value));
        }}
      />
      <p id={`${id}-help`} className="muted small">
        {say("editor.run.otherHelp")}
      </p>
    </ReferencePortProvider>
  );
}
