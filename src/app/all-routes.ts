import { defineRoute } from "#core/route/route";
import { ROUTES, type AppRoute } from "./routes.ts";

/** The route table together with the pages that are no screens: signing in, and coming back from the identity provider. */
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
