import type { Pages } from "#core/catalogue/known";
import { opens, type SubjectRoutes } from "#core/route/subject";

/** Tickets of request forms. */
export const PAGES: Pages = { "req.ticket": { path: "/requests/:number", params: ["number"] } };

/** Tickets of request forms. The page of the forms is a view. */
export const ROUTES: SubjectRoutes = {
  visible: "signedIn",
  routes: [opens("/requests/:number", { title: "routes.ticket" }, () => import("./ticket.ts"))],
};
