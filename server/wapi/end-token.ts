import { tokenHash } from "../access/token.ts";
import { idInGpk } from "../catalogue/gpk.ts";
import type { Database } from "../db/database.ts";
import type { Plan } from "./plan.ts";

/**
 * Ends the token of a call whose only step deletes it, though the call itself changes nothing: in access mode `ro`, or because the account is
 * locked (wire contract 1.6). Nobody else's token is touched.
 */
export async function endTokenOfCall(
  db: Database,
  plans: readonly Plan[],
  token: string | null,
): Promise<void> {
  const [only] = plans;
  if (token === null || plans.length !== 1 || only?.kind !== "delete") return;
  const { accounts } = only.type.spec;
  const id = idInGpk(only.old["gpk"], only.type);
  if (accounts === undefined || id === null) return;
  await db.transaction({ mode: "read write", statementTimeout: 10_000, dryRun: false }, (tx) =>
    tx.query(accounts.end, [id, tokenHash(token)]),
  );
}
