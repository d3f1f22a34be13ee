import { findRoute } from "#core/route/route";
import { view, visibleTo, type AppRoute } from "./app-route.ts";
import { ROUTES } from "./routes.ts";
import { useCallback } from "react";
import { allows, type Visitor } from "#contract/rule";
import type { MayOpen } from "../ui/layout/link.tsx";

/** The route table with pages that are not screens: sign-in, and the return from the identity provider. */
export const ALL_ROUTES: readonly AppRoute[] = [
  ...ROUTES,
  ...visibleTo("always", [
    view("/login", { title: "login.page.title" }, async () => (await import("./login-route.tsx")).LoginRoute),
    view(
      "/oic_login",
      { title: "login.return.title" },
      async () => (await import("./return-route.tsx")).ReturnRoute,
    ),
  ]),
];

/** Whether the visitor may open an address. Signed-out visitors are asked to sign in before they open a page that needs it. */
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
