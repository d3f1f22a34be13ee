import { useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useAccount } from "../../editor/portal/account.ts";
import { useCalls } from "../../editor/portal/calls.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useSearch, useShell } from "../../editor/portal/stores.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { later, laterCall } from "../../ui/layout/later.tsx";
import { Beside } from "../fault/beside.tsx";

const PortalPalette = later("palette", async () => (await import("./portal-palette.tsx")).PortalPalette);

/** Loads the search and the dialog around it before the first use. */
export const fetchPalette = () => Promise.all([PortalPalette.fetch(), Dialog.fetch()]);

/** The global search over any page while it is open. */
export function PaletteHost(): ReactNode {
  const search = useSearch();
  const { opened } = useSnapshot(search.state);
  useNoteOpened();
  return (
    <Beside onBroken={() => search.close()}>{opened !== null && <PortalPalette term={opened.term} />}</Beside>
  );
}

const opened = laterCall("note-opened", async () => (await import("./note-opened.ts")).noteOpened);

/** Tells the server which object was opened. */
function useNoteOpened(): void {
  const shell = useShell();
  const queries = useQueryClient();
  const calls = useCalls();
  const account = useAccount();
  const catalogue = useCatalogue();
  const { current } = useSnapshot(shell.state);
  useEffect(() => {
    if (current !== null) opened.use((note) => note({ calls, account, catalogue }, queries, current));
  }, [calls, account, catalogue, queries, current]);
}
