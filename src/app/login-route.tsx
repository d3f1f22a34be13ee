import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { Redirect } from "../editor/open-address.ts";
import { useAccount } from "../editor/portal/account.ts";
import { useSettings } from "../editor/portal/stores.ts";
import { afterLogin } from "../views/login/after-login.ts";
import LoginPage from "../views/login/login-page.tsx";
import { useSession } from "./session-ports.ts";
import { useSystem } from "./use-system.ts";

/** /login: connects the page to the session and continues to the wanted path. */
export function LoginRoute(): ReactNode {
  const { session } = useSession();
  const settings = useSettings();
  const { visitor } = useAccount();
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
