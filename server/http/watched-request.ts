import type { FastifyRequest } from "fastify";
import { TICKET_MADE } from "../requests/submit.ts";
import { faultNameOf, type Observe } from "../wapi/call/observed.ts";
import { originOf } from "./visit.ts";

/** What was stored, and the gpk of the record of the change. */
interface Stored<T> {
  readonly answer: T;
  readonly transaction: string | null;
}

/** A request form changes the database like a call of the API, so metrics and audit have it, refused or not (OPER-28). */
export async function watchedRequest<T>(
  { actor, ip, id }: Pick<FastifyRequest, "actor" | "ip" | "id">,
  observe: Observe,
  work: () => Promise<Stored<T>>,
): Promise<T> {
  const begun = performance.now();
  const tell = (transaction: string | null, fault: string | null): void => {
    observe({
      origin: originOf({ ip, id }),
      target: TICKET_MADE,
      login: actor?.actorLogin ?? null,
      actingAs: null,
      asksToActAs: false,
      functions: { [TICKET_MADE]: 1 },
      endsOwnToken: false,
      isDryRun: false,
      isRolledBack: false,
      transaction,
      fault,
      seconds: (performance.now() - begun) / 1000,
    });
  };
  try {
    const { answer, transaction } = await work();
    tell(transaction, null);
    return answer;
  } catch (error) {
    tell(null, faultNameOf(error));
    throw error;
  }
}
