import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { Redirect } from "../editor/open-address.ts";
import { usePortal } from "../editor/portal.ts";
import { afterLogin } from "../views/login/after-login.ts";
import LoginPage from "../views/login/login-page.tsx";
import { usePorts } from "./ports-context.ts";
import { useSystem } from "./use-system.ts";

/** /login: connects the page to the session and continues to the wanted path. */
export function LoginRoute(): ReactNode {
  const { session, settings } = usePorts();
  const { visitor } = usePortal();
  const [query] = useSearchParams();
  const wanted = query.get("return");
  const system = useSystem();
  return (
    <>
      {visitor.signedIn ? <Redirect to={afterLogin(wanted, settings.state.defaultLoginPage)} /> : null}
      <LoginPage
        methods={system?.login_methods ?? []}
        wanted={wanted}
        onSignedIn={(token, stays) => session.begin(token, stays)}
      />
    </>
  );
}
