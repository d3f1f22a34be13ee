import { joinedPages, type Known } from "#core/catalogue/known";
import * as cntl from "./cntl/pages.ts";
import * as dhcp from "./dhcp/pages.ts";
import * as dns from "./dns/pages.ts";
import * as macauth from "./macauth/pages.ts";
import { ADDRESSES } from "./nd/addresses.ts";
import * as nd from "./nd/pages.ts";
import * as org from "./org/pages.ts";
import * as req from "./req/pages.ts";

/** What all subjects tell of object types. */
export const KNOWN: Known = {
  pages: joinedPages([
    { pages: nd.PAGES },
    { pages: dns.PAGES, views: dns.VIEWS },
    { pages: macauth.PAGES, views: macauth.VIEWS },
    { pages: dhcp.PAGES, views: dhcp.VIEWS },
    { pages: cntl.PAGES },
    { pages: org.PAGES },
    { pages: req.PAGES },
  ]),
  addresses: ADDRESSES,
};
