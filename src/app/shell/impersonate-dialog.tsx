import { useId, useState, type FormEvent, type ReactNode } from "react";
import { impersonationCheck, lookupStep } from "#core/session/session";
import { readLists } from "../../api/execute.ts";
import { AccountChoice } from "../../editor/account/account-choice.tsx";
import { useCalls } from "../../editor/portal/calls.ts";
import { useNotices, useTransactionList } from "../../editor/portal/stores.ts";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { notImpersonated } from "../impersonation.ts";
import { useSession } from "../session-ports.ts";

/** Looks up the account and reloads the portal as this account, or says why that is impossible (SESS-23 to SESS-26). */
function useImpersonate(): (login: string) => Promise<void> {
  const { execute } = useCalls();
  const notices = useNotices();
  const txlist = useTransactionList();
  const { session } = useSession();
  return async (login) => {
    const { target = [] } = await readLists(execute, [lookupStep(login)]);
    const check = impersonationCheck(target[0] ?? null);
    if (check !== "ok") {
      notices.show(notImpersonated(check, login));
      return;
    }
    await txlist.settled();
    if (session.impersonate(login)) location.reload();
  };
}

/** Chooses the account to impersonate; without one only a warning appears (SESS-27). */
export function ImpersonateDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useText();
  const notices = useNotices();
  const impersonate = useImpersonate();
  const id = useId();
  const [login, setLogin] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (login === null) {
      notices.show({
        tone: "warning",
        title: { key: "app.impersonate.title" },
        text: { key: "app.impersonate.choose" },
      });
      return;
    }
    setBusy(true);
    void impersonate(login).finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={say("app.impersonate.title")}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          <Button look="primary" type="submit" form={`${id}-form`} disabled={isBusy}>
            {say("app.impersonate.submit")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={submit} className="test-as">
        <label htmlFor={id}>{say("editor.run.account")}</label>
        <AccountChoice id={id} onLogin={setLogin} help={say("app.impersonate.help")} />
      </form>
    </Dialog>
  );
}
