import { toAscii } from "../catalogue/to-ascii.ts";
import type { Query } from "../db/database.ts";
import { refuse } from "../faults.ts";

const SHORTEST = 2;
const LONGEST = 128;
const MOST = 100;
/** Characters of names; a name never contains a term with other characters. */
const PART = /^[a-z0-9_.*-]+$/;

/**
 * Planned anew for each term: trigrams find rare terms, the order of names finds common ones. One extra row shows whether there are more. `scope` is
 * the assigned name: the nearest above, or the name itself.
 */
const FIND = `with found as materialized (
    select f.value, f.zone, f.scope
    from dns.fqdn f
    where f.value collate "POSIX" like $1
    order by f.value
    limit $2 + 1),
  shown as (select * from found order by value limit $2)
  select json_build_object('result_list',
    coalesce((
        select json_agg(json_build_object('fqdn', s.value, 'zone', z.value, 'ou_list',
          (
            select coalesce(json_agg(json_build_object('fq_name', u.fq_name, 'title', u.title)
                order by u.fq_name),
              '[]')
            from dns.fqdn2ou l join org.unit u on u.id = l.ou
            where l.fqdn = s.scope),
          'group_list',
          (
            select coalesce(json_agg(json_build_object('name', g.name) order by g.name), '[]')
            from dns.fqdn2group l join cntl."group" g on g.id = l.group_name
            where l.fqdn = s.scope))
          order by s.value)
        from shown s left join dns.fqdn z on z.id = s.zone),
      '[]'),
    'is_truncated', (select count(*) > $2 from found))::text as answer`;

/** Names that contain the term, own or foreign, as JSON text (wire contract 6.8). */
export async function findDomains(query: Query, term: string | null): Promise<string> {
  const place = { parameter: "term", scope: "query" };
  if (term === null) throw refuse("required_missing", place);
  const length = Array.from(term).length;
  if (length < SHORTEST || length > LONGEST)
    throw refuse("out_of_range", { ...place, data_type: "text_line", min: SHORTEST, max: LONGEST });
  const part = asciiOf(term.trim());
  // No name contains such a text, so the search is skipped.
  const pattern = PART.test(part) ? `%${part.replaceAll("_", "\\_")}%` : "";
  const [row] = await query.query<{ answer: string }>(FIND, [pattern, MOST]);
  if (row === undefined) throw new Error("the domain finder answers one row");
  return row.answer;
}

/** Converts label by label, because the term may begin and end inside a label. A label without ASCII form is contained in no name. */
function asciiOf(term: string): string {
  return term
    .split(/[.\u3002\uff0e\uff61]/)
    .map((label) => (/^[\0-\x7f]*$/.test(label) ? label.toLowerCase() : (toAscii(label) ?? label)))
    .join(".");
}
