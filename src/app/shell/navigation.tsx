import { memo, useEffect, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { TextKey } from "#core/text";
import { navigationFor, type NavEntry, type NavSection } from "#core/route/route";
import { useAccount } from "../../editor/portal/account.ts";
import { useShell } from "../../editor/portal/stores.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { Brand } from "../../ui/brand/brand.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { isIcon } from "../../ui/icon/paths.ts";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import { PRODUCT } from "../config.ts";
import { navLinks } from "../nav-links.ts";
import { useSystem } from "../use-system.ts";

export const SECTION_TITLES: Readonly<Record<NavSection, TextKey>> = {
  systems: "app.nav.systems",
  organizations: "app.nav.organizations",
  tools: "app.nav.tools",
  requests: "app.nav.requests",
  misc: "app.nav.misc",
};

/** The left navigation: groups and entries from the route table; icons when collapsed, a drawer on small screens. */
export function Navigation({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  const say = useText();
  const shell = useShell();
  const { isNavigationOpen, isDrawerOpen } = useSnapshot(shell.state);
  const { pathname } = useLocation();
  // A drawer is for one choice, so the next page or a wide window closes it.
  useEffect(() => shell.setDrawer(false), [isNarrow, pathname, shell]);
  const entries = (isBare: boolean) => <Entries pathname={pathname} isBare={isBare} />;
  if (!isNarrow) return entries(!isNavigationOpen);
  if (!isDrawerOpen) return null;
  const close = () => shell.setDrawer(false);
  return (
    <Dialog bare="drawer" title={say("app.nav.label")} onClose={close}>
      <div className="drawer-head">
        <Brand label={PRODUCT.name} />
        <IconButton icon="close" label={say("ui.common.close")} onClick={close} />
      </div>
      {entries(false)}
    </Dialog>
  );
}

interface EntriesProps {
  readonly pathname: string;
  readonly isBare: boolean;
}

const Entries = memo(function Entries({ pathname, isBare }: EntriesProps): ReactNode {
  const say = useText();
  const system = useSystem();
  const { visitor } = useAccount();
  const groups = navigationFor(ALL_ROUTES, visitor, system === null ? [] : navLinks(system));
  const open = openEntry(
    groups.flatMap((group) => group.entries.map((entry) => entry.path)),
    pathname,
  );
  return (
    <nav className="navigation" aria-label={say("app.nav.label")}>
      {groups.map(({ section, entries }) => (
        <section key={section} aria-label={say(SECTION_TITLES[section])}>
          {!isBare && <p className="navigation-title">{say(SECTION_TITLES[section])}</p>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.path}>
                <Entry entry={entry} isOpen={entry.path === open} isBare={isBare} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
});

interface EntryProps {
  readonly entry: NavEntry;
  readonly isOpen: boolean;
  readonly isBare: boolean;
}

function Entry({ entry, isOpen, isBare }: EntryProps): ReactNode {
  const say = useText();
  const title = isBare ? say(entry.title) : undefined;
  const name = <span className={isBare ? "visually-hidden" : undefined}>{say(entry.title)}</span>;
  if (entry.isExternal === true) {
    return (
      <a href={entry.path} title={title} target="_blank" rel="noreferrer">
        <Icon name="external" />
        {name}
      </a>
    );
  }
  return (
    <Link to={entry.path} title={title} aria-current={isOpen ? "page" : undefined}>
      <Icon name={isIcon(entry.icon) ? entry.icon : "object"} />
      {name}
    </Link>
  );
}

/** The navigation entry a path belongs to: the longest that it starts with, else one of the same system. */
export function openEntry(entries: readonly string[], path: string): string | null {
  if (path === "/") return entries.find((entry) => entry === "/home") ?? null;
  const below = entries.filter((entry) => path === entry || path.startsWith(`${entry}/`));
  if (below.length > 0) return below.reduce((best, entry) => (entry.length > best.length ? entry : best));
  const system = path.split("/")[1] ?? "";
  // Only systems with lists of their own in the navigation: /dnsvs/fqdns belongs to /dnsvs/bcds.
  return entries.find((entry) => entry === `/${system}/bcds`) ?? null;
}
