import type { AppRoute } from "./app-route.ts";
import { CHANGES_ROUTES } from "./routes/changes.ts";
import { CNTL_ROUTES } from "./routes/cntl.ts";
import { DHCP_ROUTES } from "./routes/dhcp-leases.ts";
import { DOCS_ROUTES } from "./routes/docs.ts";
import { DNSVS_ROUTES } from "./routes/dnsvs.ts";
import { HOME_ROUTES } from "./routes/home.ts";
import { MACAUTH_ROUTES } from "./routes/macauth.ts";
import { NETDOC_ROUTES } from "./routes/netdoc.ts";
import { OBJECT_ROUTES } from "./routes/object.ts";
import { ORG_ROUTES } from "./routes/org.ts";
import { REQUEST_ROUTES } from "./routes/requests.ts";
import { TOOL_ROUTES } from "./routes/tools.ts";

export type { AppRoute };

/** The one table of paths. Paths of object types that do not exist yet are absent and show the invalid-URL page. */
export const ROUTES: readonly AppRoute[] = [
  ...HOME_ROUTES,
  ...DNSVS_ROUTES,
  ...MACAUTH_ROUTES,
  ...DHCP_ROUTES,
  ...NETDOC_ROUTES,
  ...ORG_ROUTES,
  ...CNTL_ROUTES,
  ...TOOL_ROUTES,
  ...REQUEST_ROUTES,
  ...DOCS_ROUTES,
  ...CHANGES_ROUTES,
  ...OBJECT_ROUTES,
];
