import { RECORD_CODES } from "./record-types.ts";

const OTHERS = new Set(
  "A6 AFSDB ALIAS AMTRELAY ANAME APL ATMA AVC CERT CLA CSYNC DHCID DLV DOA DSYNC EID EUI48 EUI64 GPOS HIP IPN IPSECKEY ISDN KEY KX L32 L64 LP LUA MB MD MF MG MINFO MR NID NIMLOC NINFO NSAP NSAP-PTR NSEC NSEC3 NSEC3PARAM NULL NXT PX RESINFO RKEY RP RRSIG RT SIG SINK TA TALINK TKEY TSIG WALLET WINS WINSR WINS-R WKS X25 ZONEMD".split(
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
