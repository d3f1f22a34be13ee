import { SESSION_STEPS } from "#contract/wire/session-steps";
import { useMemo, useId, useState, type ReactNode } from "react";
import { textIn } from "#contract/wire/json";
import { FaultError } from "#core/fault/fault-error";
import { uiSchemaOf, type DrawnForm } from "#core/form/plan-form";
import type { FormValues } from "#core/form/values";
import { LOGIN_FORMS } from "#core/session/login-form";
import type { Text } from "#core/text";
import { signIn } from "../../api/login.ts";
import { executePath } from "../../api/paths.ts";
import { useHttp } from "../../editor/http.ts";
import { Button } from "../../ui/action/button.tsx";
import { focusField, FormView } from "../../ui/form/form-view.tsx";
import { sayText, useText } from "../../ui/text.ts";
import type { LoginPageProps, TypedWay } from "./login-props.ts";

/** Name and password, or a token. The reason of a refusal is shown above the fields. */
export function LoginForm(props: LoginPageProps & { readonly way: TypedWay }): ReactNode {
  const { way, onSignedIn } = props;
  const say = useText();
  const http = useHttp();
  const id = useId();
  const form = useForm(way);
  const [values, setValues] = useState<FormValues>({});
  const [stays, setStays] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | string | null>(null);
  const enter = async (given: FormValues): Promise<void> => {
    if (way === "token") {
      const text = textIn(given["token"]).trim();
      // The first step asks who the token belongs to.
      await http.post(executePath(), { token: text, body: SESSION_STEPS.slice(0, 1) });
      onSignedIn({ text, gpk: null, isTyped: true }, stays);
      return;
    }
    const [name, password] = [textIn(given["username"]).trim(), textIn(given["password"])];
    const answer = await signIn(http, name, password, stays);
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

/** Reason of a refusal in the server's words. For a token the portal's own sentence is used, because the server refuses the session and not a sign-in. */
function problemOf(error: unknown, way: TypedWay): Text | string {
  if (!(error instanceof FaultError)) throw error;
  if (error.status === 0) return { key: "app.init.network" };
  return way === "token" ? { key: "login.page.tokenRefused" } : error.fault.description;
}
