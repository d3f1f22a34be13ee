import { useMemo, useId, useState, type ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import { uiSchemaOf, type DrawnForm } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { LOGIN_FORMS } from "#core/session/login-form";
import type { Text } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { focusField, FormView } from "../../ui/form/form-view.tsx";
import { sayText, useText } from "../../ui/text.ts";
import type { LoginPageProps, TypedWay } from "./login-props.ts";

/** Name and password, or a token; what is refused is said above the fields. */
export function LoginForm(props: LoginPageProps & { readonly way: TypedWay }): ReactNode {
  const { way, signIn, tryToken, onSignedIn } = props;
  const say = useText();
  const id = useId();
  const form = useForm(way);
  const [values, setValues] = useState<FormValues>({});
  const [stays, setStays] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | string | null>(null);
  const enter = async (given: FormValues): Promise<void> => {
    if (way === "token") {
      const text = textOf(given, "token").trim();
      await tryToken(text);
      onSignedIn({ text, gpk: null, isTyped: true }, stays);
      return;
    }
    const answer = await signIn(textOf(given, "username").trim(), textOf(given, "password"), stays);
    onSignedIn({ text: answer.token, gpk: answer.gpk, isTyped: false }, stays);
  };
  const submit = (given: FormValues): void => {
    setBusy(true);
    setProblem(null);
    enter(given).catch((error: unknown) => {
      setBusy(false);
      setProblem(problemOf(error, way));
      focusField(id, form.fields.at(-1)?.name ?? "");
    });
  };
  return (
    <div className="login-form">
      {problem !== null && (
        <p className="login-problem" role="alert">
          {sayText(say, problem)}
        </p>
      )}
      <FormView
        id={id}
        form={form}
        values={values}
        kind="short"
        check={NOTHING_ELSE}
        onChange={setValues}
        onSubmit={submit}
      >
        <label className="login-stay">
          <input type="checkbox" checked={stays} onChange={(event) => setStays(event.target.checked)} />
          {say("login.field.stay")}
        </label>
        <Button type="submit" look="primary" disabled={isBusy}>
          {say("login.page.submit")}
        </Button>
      </FormView>
    </div>
  );
}

const NOTHING_ELSE = () => [];

function useForm(way: TypedWay): DrawnForm {
  const say = useText();
  return useMemo(() => {
    const fields = LOGIN_FORMS[way].fields.map(({ title, ...field }) => ({
      ...field,
      label: say(title),
      help: null,
      isRequired: true,
      isLocked: false,
      missing: [],
      offersNull: false,
    }));
    return { fields, schema: LOGIN_FORMS[way].schema, uiSchema: uiSchemaOf(fields) };
  }, [way, say]);
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
