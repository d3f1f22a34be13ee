import type { Rule } from "#contract/rule";
import { ownCrumb, screen, type AppRoute } from "../app-route.ts";

const MANAGERS: Rule = {
  all: [
    "signedIn",
    {
      any: [
        { permission: "cntl.rw:mgr2group" },
        { permission: "cntl.rw:mgr2ou" },
        { permission: "cntl.ro:mgr" },
      ],
    },
  ],
};

/** BCDs, groups and managers. */
export const CNTL_ROUTES: readonly AppRoute[] = [
  screen(
    {
      path: "/cntl/bcds/:bcd_name",
      title: "routes.bcd",
      visible: "signedIn",
      crumb: (p) => ownCrumb(p.bcd_name, "/cntl/bcds/:bcd_name", p),
    },
    async () => (await import("../../screens/cntl/bcd.ts")).default,
  ),
  screen(
    {
      path: "/cntl/groups",
      title: "routes.groups",
      visible: "signedIn",
      nav: { section: "organizations", order: 3 },
    },
    async () => (await import("../../screens/cntl/groups.ts")).default,
  ),
  screen(
    {
      path: "/cntl/groups/:group",
      title: "routes.group",
      visible: "signedIn",
      crumb: (p) => ownCrumb(p.group, "/cntl/groups/:group", p),
    },
    async () => (await import("../../screens/cntl/group.ts")).default,
  ),
  screen(
    {
      path: "/cntl/mgr",
      title: "routes.mgrs",
      visible: MANAGERS,
      nav: { section: "organizations", order: 4 },
    },
    async () => (await import("../../screens/cntl/mgrs.ts")).default,
  ),
  screen(
    {
      path: "/cntl/mgr/:mgr",
      title: "routes.mgr",
      visible: MANAGERS,
      crumb: (p) => ownCrumb(p.mgr, "/cntl/mgr/:mgr", p),
    },
    async () => (await import("../../screens/cntl/mgr.ts")).default,
  ),
];
