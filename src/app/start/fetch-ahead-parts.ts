import { fetchForms } from "../../editor/planning/planner-host.tsx";
import { keepFocus } from "../../ui/layout/keep-focus.ts";
import { laterCall } from "../../ui/layout/later.tsx";
import { fetchPalette } from "../shell/palette-host.tsx";

const mouseSpeed = laterCall(
  "mouse-speed",
  async () => (await import("../../views/jokes/mouse-speed.ts")).watchMouseSpeed,
);
let isWatched = false;
let keepsFocus = false;

/** In the order of use. */
export async function fetchParts(isSignedIn: boolean): Promise<void> {
  if (!keepsFocus) keepFocus();
  keepsFocus = true;
  await Promise.all([fetchPalette(), import("../shell/overlays.tsx")]);
  await watchMouse();
  if (!isSignedIn) return;
  await import("../../editor/planned/planned-list.tsx");
  await import("../../editor/names/named-part.ts");
  await (await import("../../ui/table/grid.tsx")).fetchWindow();
  await (await import("../../ui/table/table-tools.tsx")).fetchSelected();
  await (await import("../../editor/section/section-view.tsx")).fetchObject();
  await fetchForms();
}

/** Starts measuring the speed of the mouse when the page is idle. */
async function watchMouse(): Promise<void> {
  if (isWatched || !matchMedia("(pointer: fine)").matches) return;
  isWatched = true;
  (await mouseSpeed.fetch())(document.body);
}
