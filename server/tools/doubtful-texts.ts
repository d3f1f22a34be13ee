import { MAYBE_DOUBTFUL, mendedText } from "#contract/values/record-text";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";

/** Number of texts that an earlier rule may have stored with another meaning (wire contract 7.6). */
export async function countDoubtfulTexts(db: Pick<Database, "query">): Promise<number> {
  const sql = `select t.data
    from dns.record t join dns.record_type y on y.id = t.type
    where y.name in ('TXT', 'SPF') and t.data ~ $1`;
  const found = await db.query<{ data: string }>(sql, [MAYBE_DOUBTFUL]);
  return found.filter(({ data }) => mendedText(data) !== null).length;
}

/**
 * Logs once that such texts exist, because nobody rewrites them without being asked. If they cannot be read, this is logged too, because the server
 * works without their number.
 */
export async function tellDoubtfulTexts(db: Pick<Database, "query">, log: Log): Promise<void> {
  try {
    const count = await countDoubtfulTexts(db);
    if (count > 0)
      log(
        `${String(count)} TXT or SPF records may be stored otherwise than meant. Look at them under /dnsvs/text_records.`,
      );
  } catch (error) {
    log("Stored text data could not be looked at", { error });
  }
}
