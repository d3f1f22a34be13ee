import { useMemo, useId, useState, type ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import type { DrawnField } from "#core/form/field-plan";
import type { FormValues } from "#core/form/values";
import { LOGIN_FORMS } from "#core/session/login-form";
import type { Text } from "#core/text";
import accountValidators from "../../core/generated/login-account.js";
import tokenValidators from "../../core/generated/login-token.js";
import { Button } from "../../ui/action/button.tsx";
import { FixedForm, focusField } from "../../ui/form/fixed-form.tsx";
import { sayText, useText } from "../../ui/text.ts";
import type { LoginPageProps, TypedWay } from "./login-props.ts";

const VALIDATORS = { account: accountValidators, token: tokenValidators } as const;

/** Name and password, or a token; what is refused is said above the fields. */
export function LoginForm({
  way,
  signIn,
  tryToken,
  onSignedIn,
}: LoginPageProps & { readonly way: TypedWay }): ReactNode {
  const say = useText();
  const id = useId();
  const fields = useFields(way);
  const [stays, setStays] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | string | null>(null);
  const enter = async (values: FormValues): Promise<void> => {
    if (way === "token") {
      const text = textOf(values, "token").trim();
      await tryToken(text);
      onSignedIn({ text, gpk: null, isTyped: true }, stays);
      return;
    }
    const answer = await signIn(textOf(values, "username").trim(), textOf(values, "password"), stays);
    onSignedIn({ text: answer.token, gpk: answer.gpk, isTyped: false }, stays);
  };
  const submit = (values: FormValues): void => {
    setBusy(true);
    setProblem(null);
    enter(values).catch((error: unknown) => {
      setBusy(false);
      setProblem(problemOf(error, way));
      focusField(id, fields.at(-1)?.name);
    });
  };
  return (
    <div className="login-form">
      {problem !== null && (
        <p className="login-problem" role="alert">
          {sayText(say, problem)}
        </p>
      )}
      <FixedForm
        id={id}
        fields={fields}
        schema={LOGIN_FORMS[way].schema}
        validators={VALIDATORS[way]}
        onSubmit={submit}
      >
        <label className="login-stay">
          <input type="checkbox" checked={stays} onChange={(event) => setStays(event.target.checked)} />
          {say("login.field.stay")}
        </label>
        <Button type="submit" look="primary" disabled={isBusy}>
          {say("login.page.submit")}
        </Button>
      </FixedForm>
    </div>
  );
}

function useFields(way: TypedWay): readonly DrawnField[] {
  const say = useText();
  return useMemo(
    () =>
      LOGIN_FORMS[way].fields.map(({ title, ...field }) => ({
        ...field,
        label: say(title),
        help: null,
        isRequired: true,
        isLocked: false,
        missing: [],
        offersNull: false,
      })),
    [way, say],
  );
}

function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

/** What is refused is said in the words of the server; a token is refused by the session that it does not open. */
function problemOf(error: unknown, way: TypedWay): Text | string {
  if (!(error instanceof FaultError)) throw error;
  if (error.status === 0) return { key: "app.init.network" };
  return way === "token" ? { key: "login.page.tokenRefused" } : error.fault.description;
}
