import { fetchForms } from "../../editor/planning/planner-host.tsx";
import { fetchDialog } from "../../ui/feedback/dialog.tsx";

/** Loads what a person opens next while the browser is idle, so that it opens at once and stands there offline too (SYS-14). */
export function fetchAhead(isSignedIn: boolean): void {
  void whenIdle().then(async () => {
    await Promise.all([fetchDialog(), import("../shell/overlays.tsx")]);
    if (!isSignedIn) return;
    await import("../../editor/planned/planned-list.tsx");
    await fetchForms();
  });
}

/** The rows of the first page are asked for meanwhile; the part that draws them must not wait for them. */
export function fetchTable(): void {
  void import("../../ui/table/full-table.tsx");
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1500);
  });
}
