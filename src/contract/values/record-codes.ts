/** Numbers of the record types that can be kept, and of SOA (IANA). */
export const RECORD_CODES: ReadonlyMap<string, number> = new Map([
  ["A", 1],
  ["NS", 2],
  ["CNAME", 5],
  ["SOA", 6],
  ["PTR", 12],
  ["HINFO", 13],
  ["MX", 15],
  ["TXT", 16],
  ["AAAA", 28],
  ["LOC", 29],
  ["SRV", 33],
  ["NAPTR", 35],
  ["DNAME", 39],
  ["DS", 43],
  ["SSHFP", 44],
  ["DNSKEY", 48],
  ["TLSA", 52],
  ["SMIMEA", 53],
  ["CDS", 59],
  ["CDNSKEY", 60],
  ["OPENPGPKEY", 61],
  ["SVCB", 64],
  ["HTTPS", 65],
  ["SPF", 99],
  ["URI", 256],
  ["CAA", 257],
]);

const OTHERS = new Set(
  "A6 AFSDB AMTRELAY APL ATMA AVC CERT CLA CSYNC DHCID DLV DOA DSYNC EID EUI48 EUI64 GPOS HIP IPN IPSECKEY ISDN KEY KX L32 L64 LP MB MD MF MG MINFO MR NID NIMLOC NINFO NSAP NSAP-PTR NSEC NSEC3 NSEC3PARAM NULL NXT PX RESINFO RKEY RP RRSIG RT SIG SINK TA TALINK TKEY TSIG WALLET WKS X25 ZONEMD".split(
    " ",
  ),
);

/** Whether DNS knows a record type that cannot be kept here. */
export function isOtherType(type: string): boolean {
  return OTHERS.has(type) || /^TYPE\d{1,5}$/.test(type);
}

/** `TYPE1` (RFC 3597) as A; any other text as it is. */
export function namedType(type: string): string {
  const code = /^TYPE(\d{1,5})$/.exec(type)?.[1];
  const known = [...RECORD_CODES].find(([, number]) => String(number) === code);
  return known?.[0] ?? type;
}
