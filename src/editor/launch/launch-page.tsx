import { useEffect, useMemo, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { launchedHref, launchSteps, readLaunch, type Launch } from "#core/route/launch";
import { loginPath } from "#core/route/login-path";
import { matchPath } from "#core/route/pattern";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { InvalidUrl } from "../../ui/layout/invalid-url.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { FaultBlock } from "../fault/fault-block.tsx";
import { Redirect } from "../open-address.ts";
import { usePlannedLists } from "../overlay/use-overlay.ts";
import { useAccount } from "../portal/account.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useFrame } from "../portal/frame.ts";
import { useSearch } from "../portal/stores.ts";

/** Permanent links to an object's page, a create form or home (LAUNCH-01 to LAUNCH-07). */
export function LaunchPage(): ReactNode {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const { visitor } = useAccount();
  const { component = "", "*": rest = "" } = matchPath("/launch/:component/*", pathname) ?? {};
  const launch = readLaunch(component, rest, search, hash);
  switch (launch.kind) {
    case "redirect":
      return <Redirect to={launch.href} />;
    case "object":
      // Only readers learn the target of an object, so the link continues after sign-in (ROUTE-64).
      return visitor.signedIn ? <ObjectLaunch launch={launch} /> : <Redirect to={loginPath(location)} />;
    case "search":
      return <SearchLaunch term={launch.term} />;
    case "invalid":
      return <LeadsNowhere />;
  }
}

/** Opens the search above the home page (ROUTE-12). */
function SearchLaunch({ term }: { readonly term: string }): ReactNode {
  const search = useSearch();
  useEffect(() => search.open(term), [search, term]);
  return <Redirect to="/home" />;
}

type ObjectLink = Extract<Launch, { readonly kind: "object" }>;

function ObjectLaunch({ launch }: { readonly launch: ObjectLink }): ReactNode {
  const catalogue = useCatalogue();
  const isKnown = catalogue.fn(launch.type, "list") !== null;
  const steps = useMemo(
    () => (isKnown ? launchSteps(catalogue, launch.type, launch.gpk) : []),
    [catalogue, launch, isKnown],
  );
  const { query, overlaid, isUnsure } = usePlannedLists(steps);
  if (!isKnown) return <LeadsNowhere />;
  if (query.isError) return <FaultBlock call={query} />;
  if (overlaid === null || isUnsure || query.isFetching) return <Loading />;
  const target = launchedHref(catalogue, launch.type, overlaid.lists, launch.variant);
  if (target === null) return <Gone name={launch.gpk} />;
  return <Redirect to={target} />;
}

/** The link is treated as any other invalid address (ROUTE-88). */
function LeadsNowhere(): ReactNode {
  const say = useText();
  const { pathname } = useLocation();
  const search = useSearch();
  const { showPage } = useFrame();
  const { visitor } = useAccount();
  const title = say("app.invalidUrl.title");
  useEffect(() => showPage({ title, lists: null, type: null }), [showPage, title]);
  return <InvalidUrl path={pathname} onFind={visitor.signedIn ? search.open : undefined} />;
}

function Gone({ name }: { readonly name: string }): ReactNode {
  const say = useText();
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title={say("routes.launch")} focusKey={pathname} />
      <div className="whole-empty">
        <Empty text={say("editor.launch.gone", { name })}>
          <Link to="/home">{say("editor.launch.home")}</Link>
        </Empty>
      </div>
    </>
  );
}
