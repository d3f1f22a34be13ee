import { DOCUMENTS, docHref } from "#core/docs/documents";
import { route, type AppRoute } from "../app-route.ts";

/** Documentation that the instance serves itself; the navigation leads there unless the operator named another place. */
export const DOCS_ROUTES: readonly AppRoute[] = [
  route({
    path: "/docs",
    title: "routes.docs",
    visible: "always",
    page: { kind: "view", load: async () => (await import("../../views/docs/docs.tsx")).DocsPage },
  }),
  ...DOCUMENTS.map(({ name, title }) =>
    route({
      path: docHref(name),
      title,
      visible: "always",
      page: {
        kind: "view",
        load: async () => (await import("../../views/docs/docs.tsx")).documentPage(name),
      },
    }),
  ),
];
