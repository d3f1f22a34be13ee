import { createContext, useContext } from "react";
import { useSnapshot } from "valtio";
import type { Visitor } from "#contract/rule";
import type { Execute } from "#contract/wire/outcome";
import type { CallProgress } from "#contract/wire/progress";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { ShownPage } from "#core/route/route";
import type { Viewer } from "../api/queries.ts";
import type { OfferedCommands } from "../state/commands.ts";
import type { NoticeStore } from "../state/notices.ts";
import type { SearchStore } from "../state/search.ts";
import type { SettingsStore } from "../state/settings.ts";
import type { ShellStore } from "../state/shell.ts";
import type { TransactionList } from "../state/txlist.ts";

/** Everything the editor needs of the portal around it; `app` provides it, tests provide the in-process server. */
export interface Portal {
  /** Short name of the product, as the operator has set it (SHELL-20). */
  readonly product: string;
  readonly execute: Execute;
  /** How far a call is that was sent under this name; null where it is not known. */
  readonly callProgress: (callId: string, signal: AbortSignal) => Promise<CallProgress | null>;
  /** Whose eyes rows are seen with. */
  readonly viewer: Viewer;
  readonly catalogue: Catalogue;
  /** Asks the server for the catalogue again before a form opens; null while it is taken from the cache (OBJ-10, OBJ-11). */
  readonly renewCatalogue: (() => Promise<void>) | null;
  readonly visitor: Visitor;
  /** Login name of the account in effect. */
  readonly loginName: string | null;
  /** What the person in effect is greeted by. */
  readonly firstName: string | null;
  /** Name of the wireless network that QR codes lead to, as the operator has set it (MAC-04). */
  readonly wifiNetwork: string | null;
  readonly settings: SettingsStore;
  readonly shell: ShellStore;
  readonly notices: NoticeStore;
  readonly search: SearchStore;
  /** What the drawn parts offer to the search. */
  readonly commands: OfferedCommands;
  readonly txlist: TransactionList;
  /** Tells the frame what is open: title and crumbs are drawn again with the names of the rows. */
  readonly showPage: (page: ShownPage) => void;
  /** Address of the nearest page above the one of a path. */
  readonly above: (path: string) => string;
}

const PortalContext = createContext<Portal | null>(null);
export const PortalProvider = PortalContext.Provider;

export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (portal === null) throw new Error("no portal around this part");
  return portal;
}

export function useIsExpert(): boolean {
  return useSnapshot(usePortal().settings.state).expert;
}
