import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import type { StoredToken } from "#core/session/session";
import type { Text, TextKey } from "#core/text";
import type { SignedIn } from "#contract/wire/system";
import { Button } from "../../ui/action/button.tsx";
import { sayText, useText } from "../../ui/text.ts";
import "./login.css";

export interface LoginPageProps {
  /** Whether the server accepts name and password (LOGIN-06). */
  readonly hasPasswords: boolean;
  readonly signIn: (name: string, password: string, stays: boolean) => Promise<SignedIn>;
  /** Whether the server takes this token; rejects if it does not. */
  readonly tryToken: (token: string) => Promise<void>;
  /** The token is good: it is stored, and the wanted page opens. */
  readonly onSignedIn: (token: StoredToken, stays: boolean) => void;
}

type Way = "account" | "token";

/** Signing in by account or API token (spec 2.4). */
export default function LoginPage(props: LoginPageProps): ReactNode {
  const { hasPasswords } = props;
  const say = useText();
  const [chosen, setChosen] = useState<Way>("account");
  const way = hasPasswords ? chosen : "token";
  return (
    <div className="login">
      <h1>{say("login.page.title")}</h1>
      <p className="muted">{say("login.page.intro")}</p>
      {hasPasswords && <Ways way={way} onChoose={setChosen} />}
      <LoginForm key={way} way={way} {...props} />
      <p className="muted small">{say("login.page.secondFactor")}</p>
    </div>
  );
}

const WAYS: readonly { readonly way: Way; readonly title: TextKey }[] = [
  { way: "account", title: "login.page.account" },
  { way: "token", title: "login.page.tokenTab" },
];

function Ways({ way, onChoose }: { readonly way: Way; readonly onChoose: (way: Way) => void }): ReactNode {
  const say = useText();
  const name = useId();
  return (
    <fieldset className="login-ways">
      <legend className="visually-hidden">{say("login.page.methods")}</legend>
      {WAYS.map((one) => (
        <label key={one.way}>
          <input type="radio" name={name} checked={one.way === way} onChange={() => onChoose(one.way)} />
          {say(one.title)}
        </label>
      ))}
    </fieldset>
  );
}

function LoginForm({ way, signIn, tryToken, onSignedIn }: LoginPageProps & { readonly way: Way }): ReactNode {
  const say = useText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector("input")?.focus();
  }, []);
  const enter = async (data: FormData): Promise<void> => {
    const text = (name: string) => fieldText(data, name).trim();
    const stays = data.get("stay") !== null;
    if (way === "token") {
      await tryToken(text("token"));
      onSignedIn({ text: text("token"), gpk: null, isTyped: true }, stays);
      return;
    }
    const answer = await signIn(text("username"), fieldText(data, "password"), stays);
    onSignedIn({ text: answer.token, gpk: answer.gpk, isTyped: false }, stays);
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    enter(new FormData(event.currentTarget)).catch((error: unknown) => {
      setBusy(false);
      setProblem(problemOf(error, way));
      form.current?.querySelector<HTMLInputElement>("input:not([type=text])")?.focus();
    });
  };
  return (
    <form ref={form} className="login-form" onSubmit={submit}>
      {problem !== null && (
        <p className="login-problem" role="alert">
          {sayText(say, problem)}
        </p>
      )}
      {way === "account" ? (
        <>
          <LoginField name="username" title="login.field.username" type="text" complete="username" />
          <LoginField
            name="password"
            title="login.field.password"
            type="password"
            complete="current-password"
          />
        </>
      ) : (
        <LoginField name="token" title="login.field.token" type="password" complete="off" />
      )}
      <label className="login-stay">
        <input type="checkbox" name="stay" /> {say("login.field.stay")}
      </label>
      <Button type="submit" look="primary" disabled={isBusy}>
        {say("login.page.submit")}
      </Button>
    </form>
  );
}

function fieldText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

/** What is refused is said in the words of the server; a token is refused by the session that it does not open. */
function problemOf(error: unknown, way: Way): Text | string {
  if (!(error instanceof FaultError)) throw error;
  if (error.status === 0) return { key: "app.init.network" };
  return way === "token" ? { key: "login.page.tokenRefused" } : error.fault.description;
}

interface LoginFieldProps {
  readonly name: string;
  readonly title: TextKey;
  readonly type: "text" | "password";
  readonly complete: string;
}

function LoginField({ name, title, type, complete }: LoginFieldProps): ReactNode {
  const say = useText();
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{say(title)}</label>
      <input
        id={id}
        name={name}
        type={type}
        className="control"
        autoComplete={complete}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </div>
  );
}
