import { defineScreen } from "#core/screen/screen";
import { bcdList, ownBcds } from "../heads/bcds.ts";
import { dnsvsTabs } from "../heads/systems.ts";

export default defineScreen({
  path: "/dnsvs/bcds",
  steps: ownBcds,
  sections: [dnsvsTabs, bcdList("/dnsvs/bcds/:bcd_name")],
});
