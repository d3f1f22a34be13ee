import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Catalogue } from "#core/catalogue/catalogue";
import { useHttp } from "../editor/http.ts";
import { useAccount, type Account } from "../editor/portal/account.ts";
import { useCalls, type Calls } from "../editor/portal/calls.ts";
import { useInstance, type Instance } from "../editor/portal/instance.ts";
import { useCatalogue, useMetadata, type Metadata } from "../editor/portal/metadata.ts";
import { useFrame, type PageFrame } from "../editor/portal/frame.ts";
import {
  useNotices,
  useOfferedCommands,
  useSearch,
  useSettings,
  useShell,
  useTransactionList,
} from "../editor/portal/stores.ts";
import type { Port } from "../ui/port.ts";
import type { PortalPorts } from "./portal-ports.ts";
import { useSession } from "./session-ports.ts";

interface Provided<Value> {
  readonly value: Value;
  readonly children: ReactNode;
}

/** What lives as long as the page, and what depends on the account and on the answers of the server. */
export interface Portal extends Pick<
  PortalPorts,
  "settings" | "shell" | "notices" | "search" | "commands" | "txlist"
> {
  readonly calls: Calls;
  readonly catalogue: Catalogue;
  readonly metadata: Metadata;
  readonly account: Account;
  readonly instance: Instance;
  readonly frame: PageFrame;
}

const SUBJECTS: { readonly [Name in keyof Portal]: Port<Portal[Name]> } = {
  settings: useSettings,
  shell: useShell,
  notices: useNotices,
  search: useSearch,
  commands: useOfferedCommands,
  txlist: useTransactionList,
  calls: useCalls,
  catalogue: useCatalogue,
  metadata: useMetadata,
  account: useAccount,
  instance: useInstance,
  frame: useFrame,
};

/** Provides each subject by itself, so that a part gets what it asks for and is drawn anew only when that changes. */
export function PortalProvider({ value, children }: Provided<Portal>): ReactNode {
  return provided(SUBJECTS, value, children);
}

function provided<Values>(
  ports: { readonly [Name in keyof Values]: Port<Values[Name]> },
  values: Values,
  children: ReactNode,
): ReactNode {
  let inner = children;
  for (const name in ports) {
    const { Provider } = ports[name];
    inner = <Provider value={values[name]}>{inner}</Provider>;
  }
  return inner;
}

/** What the start itself asks for. */
export function PortsProvider({ value, children }: Provided<PortalPorts>): ReactNode {
  return (
    <QueryClientProvider client={value.queries}>
      <useHttp.Provider value={value.http}>
        <useSession.Provider value={value}>{children}</useSession.Provider>
      </useHttp.Provider>
    </QueryClientProvider>
  );
}
