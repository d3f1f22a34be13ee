import { useEffect, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { usePortal } from "../../editor/portal.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { later, laterCall } from "../../ui/layout/later.tsx";
import { Beside } from "../fault/beside.tsx";
import { usePorts } from "../ports-context.ts";

const PortalPalette = later("palette", async () => (await import("./portal-palette.tsx")).PortalPalette);

/** Loads the search and the dialog around it before the first use. */
export const fetchPalette = () => Promise.all([PortalPalette.fetch(), Dialog.fetch()]);

/** The global search over any page while it is open. */
export function PaletteHost(): ReactNode {
  const { search } = usePorts();
  const { opened } = useSnapshot(search.state);
  useNoteOpened();
  return (
    <Beside onBroken={() => search.close()}>{opened !== null && <PortalPalette term={opened.term} />}</Beside>
  );
}

const opened = laterCall("note-opened", async () => (await import("./note-opened.ts")).noteOpened);

/** Tells the server which object was opened. */
function useNoteOpened(): void {
  const { shell, queries } = usePorts();
  const portal = usePortal();
  const { current } = useSnapshot(shell.state);
  useEffect(() => {
    if (current !== null) opened.use((note) => note(portal, queries, current));
  }, [portal, queries, current]);
}
