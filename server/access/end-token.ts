import type { AccountsSpec } from "../catalogue/define-accounts.ts";
import type { Database } from "../db/database.ts";
import { tokenHash } from "./token.ts";

/**
 * Ends a token by itself, outside the transaction of its call: for a call whose only step deletes its own token and that is rolled back in
 * access mode `ro` or refused because the account is locked (wire contract 1.6). True when the text belongs to the row.
 */
export async function endOwnToken(
  db: Database,
  { end }: AccountsSpec,
  tokenText: string,
  id: string,
): Promise<boolean> {
  return db.transaction({ mode: "read write", statementTimeout: 10_000, dryRun: false }, async (tx) => {
    return (await tx.query(end, [id, tokenHash(tokenText)])).length > 0;
  });
}
