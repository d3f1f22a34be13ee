import { useCallback } from "react";
import { allows, type Visitor } from "#contract/rule";
import { findRoute } from "#core/route/route";
import type { MayOpen } from "../../ui/layout/link.tsx";
import { ALL_ROUTES } from "../all-routes.ts";

/** Whether the visitor may open the page of an address. Who is signed out is asked to sign in there. */
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
