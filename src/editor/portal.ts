import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { useSnapshot } from "valtio";
import type { Visitor } from "#contract/rule";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { CallProgress } from "#contract/wire/progress";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { FormPrefs } from "#core/form/target";
import type { Alert } from "#core/alerts";
import type { DataLanguage } from "#core/locales";
import type { Locale } from "#core/text";
import type { ShownPage } from "#core/route/route";
import { listsQuery, type Viewer } from "../api/queries.ts";
import type { OfferedCommands } from "../state/commands.ts";
import type { NoticeStore } from "../state/notices.ts";
import type { SearchStore } from "../state/search.ts";
import type { SettingsStore } from "../state/settings.ts";
import type { ShellStore } from "../state/shell.ts";
import type { TransactionList } from "../state/txlist.ts";
import { useLocale, useText, type Say } from "../ui/text.ts";

/** Dependencies of the editor; `app` provides them from the portal, and tests from an in-process server. */
export interface Portal {
  /** Configured short name of the product (SHELL-20). */
  readonly product: string;
  readonly execute: Execute;
  /** Progress of a call with this name; null if unknown. */
  readonly callProgress: (callId: string, signal: AbortSignal) => Promise<CallProgress | null>;
  /** The account whose rows are cached. */
  readonly viewer: Viewer;
  readonly catalogue: Catalogue;
  /** Requests the catalogue again before a form opens; null while the cache is used (OBJ-10, OBJ-11). */
  readonly renewCatalogue: (() => Promise<void>) | null;
  /** The catalogue with the texts of a language. */
  readonly catalogueIn: (language: DataLanguage) => Promise<Catalogue>;
  readonly visitor: Visitor;
  readonly loginName: string | null;
  /** Name for the greeting. */
  readonly firstName: string | null;
  /** Configured name of the wireless network in QR codes (MAC-04). */
  readonly wifiNetwork: string | null;
  readonly settings: SettingsStore;
  readonly shell: ShellStore;
  readonly notices: NoticeStore;
  readonly search: SearchStore;
  /** Commands of drawn parts for the search. */
  readonly commands: OfferedCommands;
  readonly txlist: TransactionList;
  /** Alerts and maintenance that have not ended, as the frame knows them; a hook. */
  readonly useAlerts: () => readonly Alert[];
  /** Tells the frame the contents of the page, for title and crumbs with names of rows. */
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

/** Context for names that the reader sees: the texts of the portal, the language, and the catalogue. */
export interface Words {
  readonly say: Say;
  readonly locale: Locale;
  readonly catalogue: Catalogue;
}

export function useWords(): Words {
  return { say: useText(), locale: useLocale(), catalogue: usePortal().catalogue };
}

/** Conditions of a form besides its function. */
export function useFormPrefs(): FormPrefs {
  const locale = useLocale();
  const isExpert = useIsExpert();
  return useMemo(() => ({ locale, isExpert }), [locale, isExpert]);
}

/** The lists of these steps, by one call that is not repeated. Without steps there is no call. */
export function useLists(steps: readonly Step[], isAsked = true): UseQueryResult<Lists> {
  const { execute, viewer } = usePortal();
  return useQuery({
    ...listsQuery(execute, viewer, steps),
    enabled: isAsked && steps.length > 0,
    retry: false,
  });
}
