/** How a DNS server `s` of `output.server` and this primary identify each other: by its key, its next key, or its address alone. */

function keyOf(prefix: string): string {
  const column = (name: string): string => `s.${prefix}${name}`;
  return `case when ${column("key_name")} is not null and ${column("key_secret")} is not null
    then json_build_object('name', ${column("key_name")}, 'algorithm', ${column("key_algorithm")}, 'secret',
      ${column("key_secret")})
  end`;
}

const KEY = keyOf("");
const NEXT_KEY = keyOf("next_");

/** SQL: the server is identified by its address alone, because the operator configured that and it has no key. */
export const IS_KNOWN_BY_ADDRESS = `(s.is_unsigned and ${KEY} is null)`;

/** SQL: this primary may talk with the server. */
export const HAS_IDENTITY = `(${KEY} is not null or ${NEXT_KEY} is not null or s.is_unsigned)`;

/** SQL: a table `k (at, key)` of the keys of the server, the present one first. */
export const KEYS = `(
  select *
  from (values (1, ${KEY}), (2, ${NEXT_KEY})) v(at, key)
  where v.key is not null)`;

/** SQL: JSON list of `Asked`, in the order in which they are tried; empty if the server has no key. */
export const ASKED = `(
  select coalesce(json_agg(json_build_object('address', host(s.address), 'port', s.port, 'key', k.key)
      order by k.at),
    '[]')
  from (select at, key from ${KEYS} i union all select 3, null where ${IS_KNOWN_BY_ADDRESS}) k)`;
