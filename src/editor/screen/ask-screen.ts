import type { QueryClient } from "@tanstack/react-query";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { OwnReader } from "#core/screen/own";
import { isSent, type Screen } from "#core/screen/screen";
import { listsQuery } from "../../api/queries.ts";
import type { Account } from "../portal/account.ts";
import type { Calls } from "../portal/calls.ts";
import { completeSteps, ownAsked } from "./complete-steps.ts";
import { pathCanExist } from "./path-values.ts";
import { toAscii } from "./to-ascii.ts";

/** Ports of a request ahead; the catalogue may still be loading. */
export interface AskingAhead
  extends Pick<Calls, "execute" | "viewer">, Pick<Account, "visitor" | "loginName"> {
  readonly ownLists: OwnReader["ownLists"];
  readonly queries: QueryClient;
  readonly catalogue: () => Promise<Catalogue>;
}

/** Requests the lists of a screen before it is drawn. */
export async function askScreen(
  asking: AskingAhead,
  screen: Screen,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { execute, viewer, visitor, queries, catalogue } = asking;
  const steps = completeSteps(screen, params, { ...asking, asked: ownAsked(window.location.search) });
  if (!isSent(screen, steps, visitor)) return;
  const isFixed = Object.keys(params).length === 0;
  if (!isFixed && !pathCanExist(await catalogue(), screen, steps, params, toAscii)) return;
  await queries.prefetchQuery(listsQuery(execute, viewer, steps));
}
