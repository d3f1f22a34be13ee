import { ACCOUNT } from "#contract/wire/api-types";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { allows, type Visitor } from "#contract/rule";
import type { Step } from "#contract/wire/step";
import { listsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/action/button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText, type Say } from "../../ui/text.ts";
import { AccountChoice, type AccountChoiceProps } from "../account/account-choice.tsx";
import { textOf } from "../cell/cell-text.ts";
import { useAccount } from "../portal/account.ts";
import { useCalls } from "../portal/calls.ts";

/** The rights that a test uses: those of an own subaccount, or with `wapi.su_access` those of any account (TA-64, TA-65). */
export type TestAs = "subaccount" | "other";

/** The accounts whose rights a test can use. */
export function testChoices(
  say: Say,
  visitor: Visitor,
  choose: (kind: "self" | TestAs) => void,
): readonly MenuItem[] {
  return [
    { id: "self", label: say("editor.run.asMyself"), onChoose: () => choose("self") },
    { id: "sub", label: say("editor.run.asSubaccount"), onChoose: () => choose("subaccount") },
    ...(allows({ permission: "wapi.su_access" }, visitor)
      ? [{ id: "other", label: say("editor.run.asOther"), onChoose: () => choose("other") }]
      : []),
  ];
}

interface TestAsDialogProps {
  readonly kind: TestAs;
  readonly onChosen: (login: string) => void;
  readonly onClose: () => void;
}

/** Chooses the account of a test; nothing runs without one (TA-66). */
export function TestAsDialog({ kind, onChosen, onClose }: TestAsDialogProps): ReactNode {
  const say = useText();
  const id = useId();
  const [login, setLogin] = useState<string | null>(null);
  const isSub = kind === "subaccount";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (login !== null) onChosen(login);
  };
  return (
    <Dialog
      title={say(isSub ? "editor.run.asSubaccount" : "editor.run.testAsOther")}
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
        {isSub ? (
          <SubaccountChoice id={id} onLogin={setLogin} />
        ) : (
          <AccountChoice id={id} onLogin={setLogin} help={say("editor.run.otherHelp")} />
        )}
      </form>
    </Dialog>
  );
}

const SUBACCOUNTS: Step = {
  idx: "mgr",
  name: `${ACCOUNT}.list`,
  old: { is_own: true, is_sub: true },
};

function SubaccountChoice({ id, onLogin }: Omit<AccountChoiceProps, "help">): ReactNode {
  const say = useText();
  const { execute, viewer } = useCalls();
  const { loginName } = useAccount();
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
