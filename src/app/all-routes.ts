import { defineRoute, findRoute } from "#core/route/route";
import { ROUTES, type AppRoute } from "./routes.ts";
import { useCallback } from "react";
import { allows, type Visitor } from "#contract/rule";
import type { MayOpen } from "../ui/layout/link.tsx";

/** The route table with pages that are no screens: sign-in, and the return from the identity provider. */
export const ALL_ROUTES: readonly AppRoute[] = [
  ...ROUTES,
  {
    ...defineRoute({ path: "/login", title: "login.page.title", visible: "always" }),
    page: { kind: "view", load: async () => (await import("./login-route.tsx")).LoginRoute },
  },
  {
    ...defineRoute({ path: "/oic_login", title: "login.return.title", visible: "always" }),
    page: { kind: "view", load: async () => (await import("./return-route.tsx")).ReturnRoute },
  },
];

/** Tells whether the visitor may open an address. Signed-out visitors are asked to sign in there. */
export function useMayOpen(visitor: Visitor): MayOpen {
  return useCallback(
    (to) => {
      if (!visitor.signedIn) return true;
      const [path = ""] = to.split(/[?#]/, 1);
      const match = findRoute(ALL_ROUTES, path);
      return match === null || allows(match.route.visible, visitor);
    },
    [visitor],
  );
}
