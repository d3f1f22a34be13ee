-- changes: dns.record dns_record_ttl
-- changes: dns.fqdn dns_fqdn_ttl
alter table dns.record drop constraint dns_record_ttl, add constraint dns_record_ttl check (ttl between 0 and 2147483647);
alter table dns.fqdn drop constraint dns_fqdn_ttl, add constraint dns_fqdn_ttl check (zone_ttl_default between 0 and 2147483647);
