import { defineScreen } from "#core/screen/screen";
import { bcdList, ownBcds } from "../heads/bcds.ts";

/** The account's BCDs; each opens its MAC clients (ROUTE-30). */
export default defineScreen({
  path: "/macauth/bcds",
  steps: ownBcds,
  sections: [bcdList("/macauth/bcds/:bcd_name")],
});
