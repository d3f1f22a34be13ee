import { useEffect } from "react";
import type { Command } from "#core/search/commands";
import { useLatest } from "../../ui/use-latest.ts";
import { useOfferedCommands } from "../portal/stores.ts";

/** Offers the commands of a part to the search while the part is drawn. `make` is called when the search is open. */
export function useOffered(make: () => readonly Command[]): void {
  const commands = useOfferedCommands();
  const latest = useLatest(make);
  useEffect(() => commands.add(() => latest.current()), [commands, latest]);
  // A redrawn part may offer other commands, which an open search shows.
  useEffect(() => commands.renew());
}
