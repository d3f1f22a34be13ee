import type { Rule } from "#contract/rule";
import type { SystemInfo } from "#contract/wire/system";
import type { NavLink } from "#core/route/route";
import { PRODUCT } from "./config.ts";

const OUTSIDE_NETDOC: Rule = { all: ["signedIn", { not: { module: "netdoc" } }] };

/** Entries of the navigation that lead out of the portal; signed out there are none (NAV-29). Without an admin base path its pages are absent. */
export function navLinks({ netdb_admin_base: base, host_oper_mode }: SystemInfo): readonly NavLink[] {
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
    misc(PRODUCT.documentation[host_oper_mode.mode], "app.nav.documentation", 1),
    misc(PRODUCT.chat, "app.nav.chat", 3),
    misc(PRODUCT.bugTracker, "app.nav.bugTracker", 4),
  ];
}

function misc(href: string, title: NavLink["title"], order: number): NavLink {
  return { href, title, visible: "signedIn", nav: { section: "misc", order } };
}

function below(base: string, page: string): string {
  return `${base.replace(/\/$/, "")}/${page}/`;
}
