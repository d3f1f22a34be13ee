import type { Json } from "#contract/wire/json";
import type { Database } from "../../server/db/database.ts";

/** Values for the variables of each shipped template, such that it can be applied once on the demo campus. */
export async function templateExamples(
  db: Database,
): Promise<Readonly<Record<string, Readonly<Record<string, Json>>>>> {
  const [host] = await db.query<{
    fqdn: string;
    zone: string;
    bcd: string;
    v4: string;
    v4_too: string;
    v6: string;
    referenced: string;
  }>(
    `select f.value fqdn, z.value zone, b.name bcd, host(s4.last) v4, host(s4.last - 1) v4_too, host(s6.last) v6,
       (select t.value from dns.record p join dns.fqdn t on t.id = p.target_fqdn join dns.record a on a.fqdn = t.id and a.target_ipaddr is not null
        where p.target_fqdn <> f.id order by t.value limit 1) referenced
     from dns.record r join dns.fqdn f on f.id = r.fqdn join dns.fqdn z on z.id = f.zone
     join nd.ip_subnet n on n.cidr >>= r.target_ipaddr join nd.bcd b on b.id = n.bcd
     cross join lateral (select broadcast(c.cidr) - 1 last from nd.ip_subnet c where c.bcd = n.bcd and family(c.cidr) = 4 limit 1) s4
     cross join lateral (select c.cidr + 65000 last from nd.ip_subnet c where c.bcd = n.bcd and family(c.cidr) = 6 limit 1) s6
     where family(r.target_ipaddr) = 4 and not exists (select from dns.record o where o.target_ipaddr in (s4.last, s4.last - 1)) order by f.value limit 1`,
  );
  if (host === undefined) throw new Error("the demo campus has no host");
  const { fqdn, zone, bcd, v4, v4_too: other, v6, referenced } = host;
  return {
    "dns_record_create_dualstack.json": {
      fqdn: `template-host.${zone}`,
      ipv4: v4,
      ipv6: v6,
      description: null,
    },
    "device_register.json": {
      fqdn: `template-device.${zone}`,
      ip: other,
      mac: "aa:bb:cc:00:11:22",
      bcd,
      description: "template",
    },
    "dns_host_remove.json": { fqdn: referenced },
    "dns_webserver.json": { host: fqdn, alias: `template-www.${zone}`, ca: "letsencrypt.org", ttl: null },
    "dns_acme_challenge.json": { host: fqdn, token: "x7Kp-3" },
  };
}
