import type { Json } from "#contract/wire/json";
import type { Database } from "../../server/db/database.ts";

/** Values for the variables of each shipped template, such that it can be applied once on the demo campus. */
export async function templateExamples(
  db: Database,
): Promise<Readonly<Record<string, Readonly<Record<string, Json>>>>> {
  const [host] = await db.query<{ fqdn: string; zone: string; v4: string; v6: string }>(
    `select f.value fqdn, z.value zone, host(s4.last) v4, host(s6.last) v6
     from dns.record r join dns.fqdn f on f.id = r.fqdn join dns.fqdn z on z.id = f.zone
     join nd.ip_subnet n on n.cidr >>= r.target_ipaddr
     cross join lateral (select broadcast(c.cidr) - 1 last from nd.ip_subnet c where c.bcd = n.bcd and family(c.cidr) = 4 limit 1) s4
     cross join lateral (select c.cidr + 65000 last from nd.ip_subnet c where c.bcd = n.bcd and family(c.cidr) = 6 limit 1) s6
     where family(r.target_ipaddr) = 4 and not exists (select from dns.record o where o.target_ipaddr = s4.last) order by f.value limit 1`,
  );
  if (host === undefined) throw new Error("the demo campus has no host");
  const { fqdn, zone, v4, v6 } = host;
  return {
    "dns_record_create_dualstack.json": {
      fqdn: `template-host.${zone}`,
      ipv4: v4,
      ipv6: v6,
      description: null,
    },
    "dns_webserver.json": { host: fqdn, alias: `template-www.${zone}`, ca: "letsencrypt.org", ttl: null },
    "dns_acme_challenge.json": { host: fqdn, token: "x7Kp-3" },
  };
}
