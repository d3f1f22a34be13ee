import type { Known } from "#core/catalogue/known";
import type { SubjectRoutes } from "#core/route/subject";
import * as cntl from "./cntl/subject.ts";
import * as dhcp from "./dhcp/subject.ts";
import * as dns from "./dns/subject.ts";
import * as macauth from "./macauth/subject.ts";
import * as nd from "./nd/subject.ts";
import * as org from "./org/subject.ts";
import * as req from "./req/subject.ts";

/** Facts of all subjects about object types. */
export const KNOWN: Known = {
  pages: {
    ...nd.PAGES,
    ...dns.PAGES,
    ...macauth.PAGES,
    ...dhcp.PAGES,
    ...cntl.PAGES,
    ...org.PAGES,
    ...req.PAGES,
    // The object may be of any type; the launch link finds its page.
    "wapi.object": { path: "/launch/:component/*", params: ["object_fq_name", "gpk"] },
    "wapi.object_type": { path: "/object/:fq_name", params: ["fq_name"] },
  },
  views: { ...nd.VIEWS, ...dns.VIEWS, ...macauth.VIEWS, ...dhcp.VIEWS },
  ofAddress: dns.OF_ADDRESS,
};

/** The paths of all subjects. */
export const SUBJECT_ROUTES: readonly SubjectRoutes[] = [
  dns.ROUTES,
  macauth.ROUTES,
  dhcp.ROUTES,
  nd.ROUTES,
  org.ROUTES,
  cntl.ROUTES,
  req.ROUTES,
];
