import { figureOf, quantile, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { load, timed } from "./load.ts";

const TOKENS = 10_000;
const ACCOUNT = `insert into cntl.mgr (login_name, parent_login_name) select $1, m.id from cntl.mgr m where m.login_name = 'ada'
  returning id::text`;
const OF_IT = `insert into cntl.wapi_auth (login_name, token_hash)
  select $1::bigint, $1 || '-' || n from generate_series(1, $2::int) n`;
const BY_HAND = `with gone as (delete from cntl.wapi_auth where login_name = $1::bigint returning *),
  logged as (insert into wapi.change_log (transaction_gfk, position, ts, actor_login_name, login_name, object_fq_name, object_gfk, object_title, "function", old, new)
    select (select max(id) from wapi.transaction), -row_number() over (), now(), 'bench', 'bench', 'cntl.wapi_auth', 'auth-' || id, id::text, 'delete',
      to_jsonb(gone) - 'token_hash', null from gone)
  select count(*)::int as count from gone`;

/** P9: a subaccount is deleted together with its 10,000 tokens. */
export async function remove({ base, db, size, ada: token, rounds }: Bench): Promise<readonly Figure[]> {
  const url = `${base}/api/4.2/cntl/mgr/delete`;
  const ours: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < Math.min(rounds, 4); round++) {
    const { name } = await accountWith(db, round);
    const bodies = [JSON.stringify({ old: { login_name: name } })];
    const { times } = await load({ url, token, bodies, clients: 1, calls: 1 });
    ours.push(...times);
    const { id } = await accountWith(db, round);
    floors.push(await timed(() => removeByHand(db, id)));
  }
  const what = `delete an account with ${String(TOKENS)} tokens, each logged`;
  return [figureOf({ id: "P9", size, what, unit: "ms", times: ours, floor: quantile(floors, 0.5) })];
}

async function accountWith(db: Bench["db"], round: number): Promise<{ name: string; id: string }> {
  const name = `ada-b${String(Date.now() % 1_000_000_000)}${String(round)}`;
  const [made] = await db.query<{ id: string }>(ACCOUNT, [name]);
  if (made === undefined) throw new Error("P9: no account");
  await db.query(OF_IT, [made.id, TOKENS]);
  return { name, id: made.id };
}

async function removeByHand(db: Bench["db"], account: string): Promise<void> {
  await db.transaction({ mode: "read write", statementTimeout: 60_000, dryRun: false }, async (tx) => {
    const [gone] = await tx.query<{ count: number }>(BY_HAND, [account]);
    if (gone?.count !== TOKENS) throw new Error(`P9: the floor removed ${String(gone?.count)} tokens`);
    await tx.query("delete from cntl.mgr where id = $1", [account]);
  });
}
