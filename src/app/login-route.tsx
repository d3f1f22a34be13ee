import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { SESSION_STEPS } from "#core/session/session";
import { beginProviderSignIn, signIn } from "../api/login.ts";
import { systemInfoQuery } from "../api/queries.ts";
import { executePath } from "../api/paths.ts";
import { usePortal } from "../editor/portal.ts";
import { keepSignIn, newBinding } from "../state/pending-sign-in.ts";
import { afterLogin } from "../views/login/after-login.ts";
import LoginPage from "../views/login/login-page.tsx";
import { usePorts } from "./ports-context.ts";

/** /login: connects the page to the sign-in calls and continues to the wanted path. */
export function LoginRoute(): ReactNode {
  const { http, session, settings } = usePorts();
  const { visitor } = usePortal();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { data } = useQuery(systemInfoQuery(http));
  const wanted = query.get("return");
  useEffect(() => {
    if (visitor.signedIn)
      void navigate(afterLogin(wanted, settings.state.defaultLoginPage), { replace: true });
  }, [visitor.signedIn, wanted, settings, navigate]);
  return (
    <LoginPage
      methods={data?.login_methods ?? []}
      leave={async (stays) => {
        const binding = newBinding();
        const url = await beginProviderSignIn(http, stays, binding);
        keepSignIn(sessionStorage, { binding, wanted, staysLoggedIn: stays });
        location.assign(url);
      }}
      signIn={(name, password, stays) => signIn(http, name, password, stays)}
      tryToken={async (token) => {
        await http.post(executePath(), {
          token,
          // The first step asks who the token belongs to.
          body: SESSION_STEPS.slice(0, 1),
        });
      }}
      onSignedIn={(token, stays) => session.begin(token, stays)}
    />
  );
}
