import { useEffect, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
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
  const navigate = useNavigate();
  const wanted = query.get("return");
  useEffect(() => {
    if (visitor.signedIn)
      void navigate(afterLogin(wanted, settings.state.defaultLoginPage), { replace: true });
  }, [visitor.signedIn, wanted, settings, navigate]);
  return (
    <LoginPage
      methods={useSystem()?.login_methods ?? []}
      wanted={wanted}
      onSignedIn={(token, stays) => session.begin(token, stays)}
    />
  );
}
