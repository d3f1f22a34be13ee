import { figureOf, quantile, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { load, timed } from "./load.ts";

const MEMBERS = 10_000;
const PREFIX = "bench-";
const PEOPLE = `insert into cntl.mgr (login_name) select '${PREFIX}' || lpad(n::text, 5, '0') from generate_series(1, $1::int) n
  on conflict do nothing`;
const GROUP = `insert into cntl."group" (name) values ($1) returning id::text`;
const LINKS = `insert into cntl.mgr2group (login_name, group_name)
  select id, $1::bigint from cntl.mgr where login_name ~ '^${PREFIX}[0-9]{5}$'`;
const BY_HAND = `with gone as (delete from cntl.mgr2group where group_name = $1::bigint returning *),
  logged as (insert into wapi.change_log (transaction_gfk, position, ts, actor_login_name, login_name, object_fq_name, object_gfk, object_title, "function", old, new)
    select (select max(id) from wapi.transaction), 0, now(), 'bench', 'bench', 'cntl.mgr2group', 'grpmbr-' || id, id::text, 'delete', to_jsonb(gone), null from gone)
  select count(*)::int as count from gone`;

/** P9: a group of 10,000 members, whose links go with it. */
export async function remove({ base, db, size, ada: token, rounds }: Bench): Promise<readonly Figure[]> {
  await db.query(PEOPLE, [MEMBERS]);
  const url = `${base}/api/4.2/cntl/group/delete`;
  const ours: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < Math.min(rounds, 4); round++) {
    const name = await groupOf(db, `${PREFIX}${String(Date.now())}`);
    const bodies = [JSON.stringify({ old: { name: name.name } })];
    const { times } = await load({ url, token, bodies, clients: 1, calls: 1 });
    ours.push(...times);
    const other = await groupOf(db, `${PREFIX}${String(Date.now())}`);
    floors.push(await timed(() => removeByHand(db, other.id)));
  }
  const what = `delete a group with ${String(MEMBERS)} members, each logged`;
  return [figureOf({ id: "P9", size, what, unit: "ms", times: ours, floor: quantile(floors, 0.5) })];
}

interface Group {
  readonly name: string;
  readonly id: string;
}

async function groupOf(db: Bench["db"], name: string): Promise<Group> {
  const [made] = await db.query<{ id: string }>(GROUP, [name]);
  if (made === undefined) throw new Error("P9: no group");
  await db.query(LINKS, [made.id]);
  return { name, id: made.id };
}

async function removeByHand(db: Bench["db"], group: string): Promise<void> {
  await db.transaction({ mode: "read write", statementTimeout: 60_000, dryRun: false }, async (tx) => {
    const [gone] = await tx.query<{ count: number }>(BY_HAND, [group]);
    if (gone?.count !== MEMBERS) throw new Error(`P9: the floor removed ${String(gone?.count)} members`);
    await tx.query('delete from cntl."group" where id = $1', [group]);
  });
}
