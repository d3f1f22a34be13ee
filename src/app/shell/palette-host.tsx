import { useEffect, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { SystemInfo } from "#contract/wire/system";
import { usePortal } from "../../editor/portal.ts";
import { fetchDialog } from "../../ui/feedback/dialog.tsx";
import { later } from "../../ui/layout/later.tsx";
import { Beside } from "../fault/beside.tsx";
import { usePorts } from "../ports-context.ts";

const PortalPalette = later("palette", async () => (await import("./portal-palette.tsx")).PortalPalette);

/** Loads the search and the dialog around it before the first use. */
export const fetchPalette = () => Promise.all([PortalPalette.fetch(), fetchDialog()]);

/** The global search over any page while it is open. */
export function PaletteHost({ system }: { readonly system: SystemInfo | null }): ReactNode {
  const { search } = usePorts();
  const { opened } = useSnapshot(search.state);
  useNoteShown();
  return (
    <Beside onBroken={() => search.close()}>
      {opened !== null && <PortalPalette system={system} term={opened.term} />}
    </Beside>
  );
}

/** Remembers objects of opened pages for the search. */
function useNoteShown(): void {
  const { search, shell } = usePorts();
  const { loginName } = usePortal();
  const { current } = useSnapshot(shell.state);
  useEffect(() => {
    if (current === null || loginName === null) return;
    search.noteShown({ type: current.type, gpk: current.gpk, title: current.title, login: loginName });
  }, [search, current, loginName]);
}
