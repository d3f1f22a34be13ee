import type { Pages, Views } from "#core/catalogue/known";
import { opens, type SubjectRoutes } from "#core/route/subject";

const BCD = "/macauth/bcds/:bcd_name";

/** Clients are shown with their BCD. */
export const PAGES: Pages = { "macauth.client": { path: BCD, params: ["bcd_name"] } };

export const VIEWS: Views = { "nd.bcd#macauth": BCD };

/** MAC authentication: BCDs and their clients. */
export const ROUTES: SubjectRoutes = {
  visible: { all: [{ module: "macauth" }, "signedIn"] },
  routes: [
    opens("/macauth", { title: "routes.macauth" }, "/macauth/bcds"),
    opens(
      "/macauth/bcds",
      {
        title: "routes.macauthBcds",
        key: "m",
        nav: { section: "systems", order: 3, icon: "shield", title: "routes.macauth" },
      },
      () => import("./bcds.ts"),
    ),
    opens("/macauth/bcds/:bcd_name", { title: "routes.bcd" }, () => import("./bcd.ts")),
  ],
};
