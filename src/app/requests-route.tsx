import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { sessionQuery } from "../api/queries.ts";
import { useAccount } from "../editor/portal/account.ts";
import { useCalls } from "../editor/portal/calls.ts";
import { AddressNote, type WrongEntry } from "../editor/screen/address-note.tsx";
import { ScreenView } from "../editor/screen/screen-view.tsx";
import allTickets, { isTicketView, ticketsScreen } from "../subjects/req/requests.ts";
import { createCollectedActions } from "../state/collected-actions.ts";
import { Loading } from "../ui/feedback/loading.tsx";
import { useText } from "../ui/text.ts";
import { RequestsPage } from "../views/requests/requests-page.tsx";
import { useSystem } from "./use-system.ts";

const NO_LINKS = { support: null, teams: {} } as const;

/** /requests: connects the forms to calls and sender, and draws the tickets below. */
export function RequestsRoute(): ReactNode {
  const say = useText();
  const { execute, viewer } = useCalls();
  const { visitor, loginName } = useAccount();
  const [collected] = useState(() => createCollectedActions(localStorage));
  const { screen: tickets, wrong } = useTickets();
  // Already cached, because the portal began with it.
  const { data } = useQuery({ ...sessionQuery(execute, viewer), enabled: visitor.signedIn });
  const { support, teams } = useSystem()?.links ?? NO_LINKS;
  if (visitor.signedIn && data === undefined) return <Loading rows={8} />;
  const email = data?.user?.["email"];
  const sender = { login: loginName ?? "", email: typeof email === "string" ? email : null };
  return (
    <RequestsPage
      ports={{ support, teams, collected, sender: visitor.signedIn ? sender : null }}
      around={(list) => (
        <ScreenView screen={tickets} params={{}} name={null} title={say("routes.requests")}>
          <AddressNote entries={wrong} />
          {list}
        </ScreenView>
      )}
    />
  );
}

/** The view of tickets in the address; all tickets if it names no view or an unknown one. */
function useTickets(): { readonly screen: typeof allTickets; readonly wrong: readonly WrongEntry[] } {
  const state = useSearchParams()[0].get("state");
  return useMemo(() => {
    if (state === null) return { screen: allTickets, wrong: [] };
    return isTicketView(state)
      ? { screen: ticketsScreen(state), wrong: [] }
      : { screen: allTickets, wrong: [{ entry: "state", text: state, why: { key: "core.form.noChoice" } }] };
  }, [state]);
}
