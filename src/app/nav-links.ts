import type { Rule } from "#contract/rule";
import type { SystemInfo } from "#contract/wire/system";
import type { NavLink } from "#core/route/route";
import { PRODUCT } from "./config.ts";

const OUTSIDE_NETDOC: Rule = { all: ["signedIn", { not: { module: "netdoc" } }] };

/** Entries with configured addresses, absent without one and when signed out (NAV-29). The instance has documentation of its own. */
export function navLinks({ netdb_admin_base: base, links }: SystemInfo): readonly NavLink[] {
  const { addressTranslation, netdoc } = PRODUCT.adminPages;
  const admin: readonly NavLink[] = [
    {
      href: below(base, addressTranslation),
      title: "app.nav.addressTranslation",
      visible: "signedIn",
      nav: { section: "systems", order: 5 },
    },
    {
      href: below(base, netdoc),
      title: "routes.netdoc",
      visible: OUTSIDE_NETDOC,
      nav: { section: "systems", order: 6 },
    },
  ];
  return [
    ...(base === "" ? [] : admin),
    ...misc(links.documentation ?? "/docs", "app.nav.documentation", 1, "info"),
    ...misc(links.chat, "app.nav.chat", 3),
    ...misc(links.bug_tracker, "app.nav.bugTracker", 4),
  ];
}

function misc(
  href: string | null,
  title: NavLink["title"],
  order: number,
  icon?: string,
): readonly NavLink[] {
  const nav = { section: "misc", order, ...(icon === undefined ? {} : { icon }) } as const;
  return href === null ? [] : [{ href, title, visible: "signedIn", nav }];
}

function below(base: string, page: string): string {
  return `${base.replace(/\/$/, "")}/${page}/`;
}
