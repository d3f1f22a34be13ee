import { lazy, Suspense, useId, useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import { Loading } from "../../ui/feedback/loading.tsx";
import { useText } from "../../ui/text.ts";
import type { LoginPageProps, Way } from "./login-props.ts";
import "./login.css";

/** Forms are drawn by rjsf, which weighs as much as the rest of the start; the frame does not wait for it. */
const LoginForm = lazy(async () => ({ default: (await import("./login-form.tsx")).LoginForm }));

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
      <Suspense fallback={<Loading />}>
        <LoginForm key={way} way={way} {...props} />
      </Suspense>
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
