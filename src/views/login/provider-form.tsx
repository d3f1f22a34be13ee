import { useState, type ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import type { Text } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { sayText, useText } from "../../ui/text.ts";
import type { LoginPageProps } from "./login-props.ts";

/** Leaves for the identity provider; nothing is typed here. */
export function ProviderForm({ leave }: Pick<LoginPageProps, "leave">): ReactNode {
  const say = useText();
  const [stays, setStays] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | string | null>(null);
  const go = (): void => {
    setBusy(true);
    setProblem(null);
    leave(stays).catch((error: unknown) => {
      setBusy(false);
      if (!(error instanceof FaultError)) throw error;
      setProblem(error.status === 0 ? { key: "app.init.network" } : error.fault.description);
    });
  };
  return (
    <div className="login-form">
      {problem !== null && (
        <p className="login-problem" role="alert">
          {sayText(say, problem)}
        </p>
      )}
      <label className="login-stay">
        <input type="checkbox" checked={stays} onChange={(event) => setStays(event.target.checked)} />
        {say("login.field.stay")}
      </label>
      <Button look="primary" disabled={isBusy} onClick={go}>
        {say("login.page.toProvider")}
      </Button>
    </div>
  );
}
