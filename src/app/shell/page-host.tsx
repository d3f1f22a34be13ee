import {
  createElement,
  lazy,
  Suspense,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import { allows, type Rule } from "#contract/rule";
import type { RouteMatch } from "#core/route/route";
import { usePortal } from "../../editor/portal.ts";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { ScreenBroken } from "../fault/broken-page.tsx";
import { ErrorBoundary } from "../fault/error-boundary.tsx";
import { usePorts } from "../ports-context.ts";
import { firstUnmet, permissionsOf } from "../guard.ts";
import type { AppRoute } from "../routes.ts";

export interface PageHostProps {
  readonly match: RouteMatch<AppRoute> | null;
  readonly isReady: boolean;
}

/** The page of the open path, or why there is none. */
export function PageHost({ match, isReady }: PageHostProps): ReactNode {
  const { pathname, search } = useLocation();
  const { visitor } = usePortal();
  const isLocked = useSnapshot(usePorts().session.state).current.kind === "locked";
  if (match === null) return <InvalidUrl path={pathname} />;
  const { page, visible } = match.route;
  // Behind the dialog of a locked account nothing is on its way.
  if (!isReady) return isLocked ? null : <Loading rows={10} />;
  if (!allows(visible, visitor)) {
    if (!visitor.signedIn)
      return <Navigate to={`/login?return=${encodeURIComponent(pathname + search)}`} replace />;
    return <NoAccess rule={firstUnmet(visible, visitor)} />;
  }
  if (page.kind === "redirect") return <Navigate to={page.to} replace />;
  return (
    <ErrorBoundary key={pathname} fallback={(error) => <ScreenBroken error={error} />}>
      <Suspense fallback={<Loading rows={10} />}>{createElement(pageOf(match.route))}</Suspense>
    </ErrorBoundary>
  );
}

const pages = new Map<string, LazyExoticComponent<ComponentType>>();

/** One lazy component a route: made anew it would load and mount anew. */
function pageOf(route: AppRoute): ComponentType {
  const known = pages.get(route.path);
  if (known !== undefined) return known;
  const { page } = route;
  if (page.kind === "redirect") throw new Error(`${route.path} only leads on`);
  const made = lazy(async () => ({ default: await page.load() }));
  pages.set(route.path, made);
  return made;
}

function InvalidUrl({ path }: { readonly path: string }): ReactNode {
  const say = useText();
  return (
    <div className="lone-note">
      <PageHeader title={say("app.invalidUrl.title")} />
      <p>{say("app.invalidUrl.text", { path })}</p>
      <Link to="/home">{say("app.invalidUrl.home")}</Link>
    </div>
  );
}

function NoAccess({ rule }: { readonly rule: Rule | null }): ReactNode {
  const say = useText();
  const permissions = permissionsOf(rule);
  const text =
    permissions.length > 0
      ? say("app.guard.permission", { name: permissions.join(", ") })
      : rule !== null && typeof rule === "object" && "module" in rule
        ? say("app.guard.module", { name: rule.module })
        : say("app.guard.other");
  return (
    <div className="lone-note">
      <PageHeader title={say("app.guard.title")} />
      <p>{text}</p>
      <Link to="/home">{say("app.invalidUrl.home")}</Link>
    </div>
  );
}
