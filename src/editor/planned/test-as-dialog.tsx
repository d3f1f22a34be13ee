import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import type { Step } from "#contract/wire/step";
import { escapeRegExp } from "#core/form/reference";
import { listsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
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

const SUBACCOUNTS: Step = { idx: "mgr", name: "cntl.mgr.list", old: { is_own: true, is_sub: true } };

function suggestions(text: string): Step {
  return {
    idx: "mgr",
    name: "cntl.mgr.list",
    old: { login_name_regexp: escapeRegExp(text), fetch_limit: LIMITS.managerSuggestions },
  };
}

/** Chooses the account of a test; without a chosen account nothing runs (TA-66). */
export function TestAsDialog({ kind, onChosen, onClose }: TestAsDialogProps): ReactNode {
  const say = useText();
  const id = useId();
  const { execute, viewer } = usePortal();
  const [login, setLogin] = useState("");
  const isSub = kind === "subaccount";
  const query = useQuery({
    ...listsQuery(execute, viewer, [isSub ? SUBACCOUNTS : suggestions(login)]),
    enabled: isSub || login.length >= LIMITS.suggestionMinLength,
  });
  const names = (query.data?.["mgr"] ?? []).map((row) => textOf(row["login_name"]));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (login !== "") onChosen(login);
  };
  const title = say(isSub ? "editor.run.asSubaccount" : "editor.run.asOther");
  return (
    <Dialog
      title={title}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          <Button look="primary" type="submit" form={`${id}-form`} disabled={login === ""}>
            {say("editor.run.test")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={submit} className="test-as">
        <label htmlFor={id}>{say("editor.run.account")}</label>
        {isSub ? (
          <select
            id={id}
            className="control"
            value={login}
            onChange={(event) => setLogin(event.target.value)}
          >
            <option value="">{say("editor.run.choose")}</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <>
            <input
              id={id}
              className="control"
              list={`${id}-names`}
              autoComplete="off"
              value={login}
              onChange={(event) => setLogin(event.target.value.trim())}
            />
            <datalist id={`${id}-names`}>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
          </>
        )}
        {isSub && query.isSuccess && names.length === 0 && (
          <p className="muted">{say("editor.run.noSubaccounts")}</p>
        )}
      </form>
    </Dialog>
  );
}
