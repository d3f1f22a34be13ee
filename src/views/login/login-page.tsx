import { useId, useState, type ReactNode } from "react";
import type { TextKey, Text } from "#core/text";
import { Loading } from "../../ui/feedback/loading.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText, sayText } from "../../ui/text.ts";
import type { LoginPageProps, Way } from "./login-props.ts";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { Brand } from "../../ui/brand/brand.tsx";
import "./login.css";
import { FaultError } from "#core/fault/fault-error";
import { beginProviderSignIn } from "../../api/login.ts";
import { useHttp } from "../../editor/http.ts";
import { keepSignIn, newBinding } from "../../state/pending-sign-in.ts";
import { useInstance } from "../../editor/portal/instance.ts";
import { Button } from "../../ui/action/button.tsx";

/** Forms are drawn by rjsf, which weighs as much as the rest of the start; the frame does not wait for it. */
const LoginForm = later("login-form", async () => (await import("./login-form.tsx")).LoginForm);

/** Signing in through the identity provider, by account or by API token. */
export default function LoginPage(props: LoginPageProps): ReactNode {
  const say = useText();
  const [chosen, setChosen] = useState<Way | null>(null);
  const ways = WAYS.filter(({ needs }) => needs === null || props.methods.includes(needs));
  const way = ways.find((one) => one.way === chosen)?.way ?? ways[0]?.way ?? "token";
  return (
    <div className="login">
      <Brand label={useInstance().product} height={32} />
      <PageHeader title={say("login.page.title")} focusKey="/login" />
      <p className="muted">{say("login.page.intro")}</p>
      {ways.length > 1 && <Ways ways={ways} way={way} onChoose={setChosen} />}
      {way === "provider" ? (
        <ProviderForm wanted={props.wanted} />
      ) : (
        <Meanwhile value={<Loading />}>
          <LoginForm key={way} way={way} {...props} />
        </Meanwhile>
      )}
      <p className="muted small">{say("login.page.secondFactor")}</p>
    </div>
  );
}

interface OfferedWay {
  readonly way: Way;
  readonly title: TextKey;
  /** Login method of the server that this way needs; null for a token, which every server accepts. */
  readonly needs: LoginPageProps["methods"][number] | null;
}

const WAYS: readonly OfferedWay[] = [
  { way: "provider", title: "login.page.provider", needs: "oic" },
  { way: "account", title: "login.page.account", needs: "password" },
  { way: "token", title: "login.page.tokenTab", needs: null },
];

interface WaysProps {
  readonly ways: readonly OfferedWay[];
  readonly way: Way;
  readonly onChoose: (way: Way) => void;
}

function Ways({ ways, way, onChoose }: WaysProps): ReactNode {
  const say = useText();
  const name = useId();
  return (
    <fieldset className="login-ways">
      <legend className="visually-hidden">{say("login.page.methods")}</legend>
      {ways.map((one) => (
        <label key={one.way}>
          <input type="radio" name={name} checked={one.way === way} onChange={() => onChoose(one.way)} />
          {say(one.title)}
        </label>
      ))}
    </fieldset>
  );
}

/** Leaves for the identity provider; nothing is typed here. */
function ProviderForm({ wanted }: Pick<LoginPageProps, "wanted">): ReactNode {
  const say = useText();
  const http = useHttp();
  const [stays, setStays] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | string | null>(null);
  const leave = async (): Promise<void> => {
    const binding = newBinding();
    const url = await beginProviderSignIn(http, stays, binding);
    keepSignIn(sessionStorage, { binding, wanted, staysLoggedIn: stays });
    location.assign(url);
  };
  const go = (): void => {
    setBusy(true);
    setProblem(null);
    leave().catch((error: unknown) => {
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
      <Button look="primary" isBlocked={isBusy} onClick={go}>
        {say("login.page.toProvider")}
      </Button>
    </div>
  );
}
