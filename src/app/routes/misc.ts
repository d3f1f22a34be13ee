import { view, visibleTo } from "../app-route.ts";
import { DOCUMENTS, docHref } from "#core/docs/documents";

/** Pages about changes: their content, author and time. */
export const CHANGES_ROUTES = visibleTo({ all: ["signedIn", "inDatabase"] }, [
  view(
    "/changes",
    { title: "routes.changes", nav: { section: "misc", order: 0, icon: "history" } },
    async () => (await import("../../editor/changes/changes-page.tsx")).ChangesPage,
  ),
]);

const docs = () => import("../../views/docs/docs.tsx");

/** Documentation that the instance serves itself; the navigation leads there unless the operator named another place. */
export const DOCS_ROUTES = visibleTo("always", [
  view("/docs", { title: "routes.docs" }, async () => (await docs()).DocsPage),
  ...DOCUMENTS.map(({ name, title }) =>
    view(docHref(name), { title }, async () => (await docs()).documentPage(name)),
  ),
]);

/** Request forms and their tickets. */
export const REQUEST_ROUTES = visibleTo("signedIn", [
  view(
    "/requests",
    { title: "routes.requests", visible: "always", nav: { section: "requests", order: 1, icon: "request" } },
    async () => (await import("../requests-route.tsx")).RequestsRoute,
  ),
]);
