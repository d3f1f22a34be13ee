import type { Json } from "#contract/wire/json";
import type { Actor } from "../access/actor.ts";
import { onlyByPermission } from "../access/explain.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import type { RequestParts } from "../requests/submit.ts";
import { mergeTold, toldIn, type Feed } from "../wapi/feed.ts";

/** Maximum number of unknown keys in one answer. */
const NAMED = 100;

/**
 * Stores the report of a server completely or not at all. A repeated report changes nothing. The answer names unknown objects, which are not stored.
 * Answers JSON text.
 */
export async function takeFeed(
  { db, catalogue, accessMode }: RequestParts,
  feed: Feed,
  actor: Actor,
  list: readonly Json[] | undefined,
): Promise<string> {
  await refuseOthers(db, catalogue, feed, actor);
  const told = toldIn(feed, list, Date.now());
  if (accessMode === "ro") throw refuse("read_only", { access_mode: accessMode });
  const { taken, unknown } = await mergeTold(db, feed, told);
  return JSON.stringify({
    told_count: told.length,
    taken_count: taken,
    unknown_count: unknown.length,
    unknown_list: unknown.slice(0, NAMED),
  });
}

/** Only the permission of the feed allows reports. Neither the right to change the objects nor their BCD is enough. */
async function refuseOthers(
  db: Database,
  { accounts }: Catalogue,
  { type, spec }: Feed,
  actor: Actor,
): Promise<void> {
  if (actor.account === null) throw refuse("account_unknown", { login_name: actor.login });
  const of = { fn: `${type.name}.feed`, object: type.name, key: {} };
  if (!actor.permissions.has(spec.permission))
    throw refuse("permission_missing", await onlyByPermission(db, accounts, of, spec.permission));
  if (!actor.allowsWriting) throw refuse("data_manipulation_not_allowed", { login_name: actor.login });
}
