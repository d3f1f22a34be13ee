import { useEffect } from "react";
import type { Command } from "#core/search/commands";
import { useLatest } from "../../ui/use-latest.ts";
import { usePortal } from "../portal.ts";

/** Offers what a part can do to the search as long as it is drawn; `make` is called when the search is open. */
export function useOffered(make: () => readonly Command[]): void {
  const { commands } = usePortal();
  const latest = useLatest(make);
  useEffect(() => commands.add(() => latest.current()), [commands, latest]);
  // Whatever is drawn anew may offer something else: an open search follows.
  useEffect(() => commands.renew());
}
