import { defineScreen } from "#core/screen/screen";
import { bcdList, listedBcds } from "../../screens/heads/bcds.ts";

/** BCDs; each opens its MAC clients (ROUTE-30). */
export default defineScreen({
  path: "/macauth/bcds",
  steps: listedBcds,
  sections: [bcdList("/macauth/bcds/:bcd_name")],
});
