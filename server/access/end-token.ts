import type { Database } from "../db/database.ts";
import { tokenHash } from "./token.ts";

/**
 * Ends a token by itself, outside the transaction of its call: for a call whose only step deletes its own token and that is rolled back in
 * access mode `ro` or refused because the account is locked (wire contract 1.6). True when the text belongs to the row.
 */
export async function endOwnToken(db: Database, tokenText: string, id: string): Promise<boolean> {
  return db.transaction({ mode: "read write", statementTimeout: 10_000, dryRun: false }, async (tx) => {
    const sql = "select id from cntl.wapi_auth where token_hash = $1 and id::text = $2 for update";
    const [own] = await tx.query(sql, [tokenHash(tokenText), id]);
    if (own === undefined) return false;
    await tx.query("delete from cntl.wapi_auth2role where wapi_auth_gfk = $1::bigint", [id]);
    await tx.query("delete from cntl.wapi_auth where id = $1::bigint", [id]);
    return true;
  });
}
