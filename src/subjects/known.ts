import type { Known } from "#core/catalogue/known";
import * as cntl from "./cntl/pages.ts";
import * as dhcp from "./dhcp/pages.ts";
import * as dns from "./dns/pages.ts";
import * as macauth from "./macauth/pages.ts";
import * as nd from "./nd/pages.ts";
import * as org from "./org/pages.ts";
import * as req from "./req/pages.ts";

/** What all subjects tell of object types. */
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
