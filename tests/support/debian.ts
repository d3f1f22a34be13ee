import { existsSync } from "node:fs";

/** Programs of Debian 12 that tests start, each with its package. Without one of them a run fails, unless this is meant (`tests/suite/packages.ts`). */
export const PROGRAMS: Readonly<Record<string, string>> = {
  "/usr/sbin/named": "bind9",
  "/usr/bin/named-checkzone": "bind9-utils",
  "/usr/bin/named-compilezone": "bind9-utils",
  "/usr/bin/dig": "bind9-dnsutils",
  "/usr/bin/delv": "bind9-dnsutils",
  "/usr/sbin/knotd": "knot",
  "/usr/sbin/knotc": "knot",
  "/usr/bin/kzonecheck": "knot-dnssecutils",
  "/usr/sbin/nsd": "nsd",
  "/usr/sbin/nsd-control": "nsd",
  "/usr/sbin/pdns_server": "pdns-server",
  "/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql": "pdns-backend-sqlite3",
  "/usr/bin/sqlite3": "sqlite3",
  "/usr/bin/faketime": "faketime",
  "/usr/sbin/kea-dhcp4": "kea-dhcp4-server",
  "/usr/sbin/kea-dhcp6": "kea-dhcp6-server",
  "/usr/sbin/kea-ctrl-agent": "kea-ctrl-agent",
  "/usr/sbin/perfdhcp": "kea-admin",
  "/usr/sbin/freeradius": "freeradius",
  "/usr/lib/freeradius/rlm_sql_postgresql.so": "freeradius-postgresql",
  "/usr/bin/radclient": "freeradius-utils",
  "/usr/bin/curl": "curl",
  "/usr/sbin/pgbouncer": "pgbouncer",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/lib/postgresql/15/bin/postgres": "postgresql",
  "/usr/bin/patroni": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/dpkg-deb": "dpkg",
  "/usr/bin/openssl": "openssl",
};

export const PACKAGES: readonly string[] = [...new Set(Object.values(PROGRAMS))];

/** Packages of programs that are not there. */
export function missingPackages(isThere: (path: string) => boolean = existsSync): readonly string[] {
  const missing = Object.entries(PROGRAMS).filter(([path]) => !isThere(path));
  return [...new Set(missing.map(([, name]) => name))];
}
