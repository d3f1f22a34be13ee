import { createElement, memo, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import { allows } from "#contract/rule";
import type { RouteMatch } from "#core/route/route";
import { loginPath } from "#core/route/login-path";
import { Redirect } from "../../editor/open-address.ts";
import { useAccount } from "../../editor/portal/account.ts";
import { useSearch } from "../../editor/portal/stores.ts";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { ScreenBroken } from "../fault/broken-page.tsx";
import { useAskAlerts } from "../use-alerts.ts";
import type { AppRoute } from "../app-route.ts";
import { useSession } from "../session-ports.ts";
import { pageOf } from "./pages.ts";

const InvalidUrl = later(
  "invalid-url",
  async () => (await import("../../ui/layout/invalid-url.tsx")).InvalidUrl,
);
const NoAccess = later("no-page", async () => (await import("./no-page.tsx")).NoAccess);

export interface PageHostProps {
  readonly match: RouteMatch<AppRoute> | null;
  readonly path: string;
  readonly isReady: boolean;
}

/** The page of the open path, or the reason why it cannot be shown. Memoised against other changes of the frame. */
export const PageHost = memo(function PageHost({ match, path, isReady }: PageHostProps): ReactNode {
  const { visitor } = useAccount();
  const { session } = useSession();
  const search = useSearch();
  const isLocked = useSnapshot(session.state).current.kind === "locked";
  if (match === null)
    return (
      <Host path={path} coming={<Loading rows={10} />}>
        <InvalidUrl path={path} onFind={visitor.signedIn ? search.open : undefined} />
      </Host>
    );
  const { page, visible } = match.route;
  const coming = <Coming match={match} />;
  // While the dialog of a locked account is open nothing is loaded.
  if (!isReady) return isLocked ? null : coming;
  const isAllowed = allows(visible, visitor);
  if (!isAllowed && !visitor.signedIn) return <ToLogin />;
  if (isAllowed && page.kind === "redirect") return <Redirect to={page.to} />;
  return (
    <Host path={path} coming={coming}>
      {isAllowed ? createElement(pageOf(match.route)) : <NoAccess rule={visible} />}
    </Host>
  );
});

function ToLogin(): ReactNode {
  return <Redirect to={loginPath(useLocation())} />;
}

/** Facts about a page before it loads: the name in its path, or the title of its route. */
function Coming({ match }: { readonly match: RouteMatch<AppRoute> }): ReactNode {
  const say = useText();
  return (
    <>
      <PageHeader title={Object.values(match.params).at(-1) ?? say(match.route.title)} />
      <Loading rows={10} />
    </>
  );
}

interface HostProps {
  readonly path: string;
  readonly coming: ReactNode;
  readonly children: ReactNode;
}

/** Place of a page: shows `coming` until it loads, and an error if it breaks. */
function Host({ path, coming, children }: HostProps): ReactNode {
  const askAlerts = useAskAlerts();
  return (
    <ErrorBoundary
      key={path}
      fallback={(error) => <ScreenBroken error={error} />}
      // A part that does not load may be the first sign of a lost server (SYS-10).
      onBroken={() => void askAlerts()}
    >
      <Meanwhile value={coming}>{children}</Meanwhile>
    </ErrorBoundary>
  );
}
