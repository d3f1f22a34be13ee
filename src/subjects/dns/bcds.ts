import { defineScreen } from "#core/screen/screen";
import { bcdList, listedBcds } from "../../screens/heads/bcds.ts";
import { dnsvsTabs } from "./tabs.ts";

export default defineScreen({
  path: "/dnsvs/bcds",
  steps: listedBcds,
  sections: [dnsvsTabs, bcdList("/dnsvs/bcds/:bcd_name")],
});
