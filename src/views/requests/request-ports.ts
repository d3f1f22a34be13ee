import type { Http } from "../../api/http.ts";
import type { TicketTeams } from "#contract/requests/teams";
import type { CollectedActions } from "../../state/collected-actions.ts";

/** What the request forms need of the portal around them. */
export interface RequestPorts {
  readonly http: Http;
  /** Login name and mail address of the account; null while signed out. */
  readonly sender: { readonly login: string; readonly email: string | null } | null;
  /** Address that takes requests by mail while the server is away; null where the instance names none. */
  readonly support: string | null;
  /** Addresses in the place of it, by form or variant of one. */
  readonly teams: TicketTeams;
  /** What was collected in this browser for a request that is not sent yet. */
  readonly collected: CollectedActions;
}
