import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { FaultError } from "#core/fault/fault-error";
import type { Text } from "#core/text";
import { finishProviderSignIn } from "../api/login.ts";
import { isOpen } from "../editor/open-address.ts";
import { takeSignIn } from "../state/pending-sign-in.ts";
import { useHttp } from "../editor/http.ts";
import { useSettings } from "../editor/portal/stores.ts";
import { afterLogin } from "../views/login/after-login.ts";
import ReturnPage from "../views/login/return-page.tsx";
import { useSession } from "./session-ports.ts";

/** /oic_login: sends the answer of the identity provider once and continues to the wanted path. */
export function ReturnRoute(): ReactNode {
  const http = useHttp();
  const { session } = useSession();
  const settings = useSettings();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Text | string | null>(null);
  const isHandedOver = useRef(false);
  useEffect(() => {
    if (isHandedOver.current) return;
    isHandedOver.current = true;
    const pending = takeSignIn(sessionStorage);
    finishProviderSignIn(http, search, pending?.binding ?? null).then(
      ({ token, gpk }) => {
        session.begin({ text: token, gpk, isTyped: false }, pending?.staysLoggedIn ?? false);
        const next = afterLogin(pending?.wanted ?? null, settings.state.defaultLoginPage);
        if (isOpen(pathname)) void navigate(next, { replace: true });
      },
      (error: unknown) => {
        const isKnown = error instanceof FaultError && error.status !== 0;
        setProblem(isKnown ? error.fault.description : { key: "app.init.network" });
      },
    );
  }, [http, navigate, pathname, search, session, settings]);
  return <ReturnPage problem={problem} />;
}
