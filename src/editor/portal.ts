import { createContext, useContext } from "react";
import type { Visitor } from "#contract/rule";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Locale } from "#core/text";

/** The object a screen is about (SHELL-17): footer link, launch after apply. */
export interface CurrentObject {
  readonly type: string;
  readonly gpk: string;
  readonly variant: string | null;
}

/** What the open page tells the frame: its title and crumbs are drawn again with the rows. */
export interface PageInfo {
  readonly path: string;
  readonly title: string | null;
  readonly lists: Lists | null;
  readonly current: CurrentObject | null;
}

/** Everything the editor needs of the portal around it; `app` provides it, tests provide the in-process server. */
export interface Portal {
  readonly execute: Execute;
  readonly catalogue: Catalogue;
  readonly visitor: Visitor;
  readonly loginName: string | null;
  readonly locale: Locale;
  readonly isExpert: boolean;
  /** BCDs on home as a grid (HOME-05). */
  readonly isHomeGrid: boolean;
  setHomeGrid(isGrid: boolean): void;
  showPage(info: PageInfo): void;
}

const PortalContext = createContext<Portal | null>(null);
export const PortalProvider = PortalContext.Provider;

export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (portal === null) throw new Error("no portal around this part");
  return portal;
}
