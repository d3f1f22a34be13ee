import { ownCrumb, route, screen, type AppRoute } from "../app-route.ts";

/** Request forms and their tickets. */
export const REQUEST_ROUTES: readonly AppRoute[] = [
  route({
    path: "/requests",
    title: "routes.requests",
    visible: "always",
    nav: { section: "requests", order: 1 },
    page: { kind: "view", load: async () => (await import("../requests-route.tsx")).RequestsRoute },
  }),
  screen(
    {
      path: "/requests/:number",
      title: "routes.ticket",
      visible: "signedIn",
      crumb: (p) => ownCrumb(p.number, "/requests/:number", p),
    },
    async () => (await import("../../screens/ticket.ts")).default,
  ),
];
