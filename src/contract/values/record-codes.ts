import { RECORD_CODES } from "./record-types.ts";

/** Record types that cannot be kept here, with the numbers that IANA gave them. */
const OTHERS: ReadonlyMap<string, number | null> = new Map(
  "A6:38 AFSDB:18 ALIAS AMTRELAY:260 ANAME APL:42 ATMA:34 AVC:258 CERT:37 CLA:263 CSYNC:62 DHCID:49 DLV:32769 DOA:259 DSYNC:66 EID:31 EUI48:108 EUI64:109 GPOS:27 HIP:55 IPN:264 IPSECKEY:45 ISDN:20 KEY:25 KX:36 L32:105 L64:106 LP:107 LUA MB:7 MD:3 MF:4 MG:8 MINFO:14 MR:9 NID:104 NIMLOC:32 NINFO:56 NSAP:22 NSAP-PTR:23 NSEC:47 NSEC3:50 NSEC3PARAM:51 NULL:10 NXT:30 PX:26 RESINFO:261 RKEY:57 RP:17 RRSIG:46 RT:21 SIG:24 SINK:40 TA:32768 TALINK:58 TKEY:249 TSIG:250 WALLET:262 WINS WINSR WINS-R WKS:11 X25:19 ZONEMD:63"
    .split(" ")
    .map((word) => word.split(":"))
    .map(([name = "", code]) => [name, code === undefined ? null : Number(code)]),
);

/** Whether DNS knows a record type that cannot be kept here. */
export function isOtherType(type: string): boolean {
  return OTHERS.has(type) || /^TYPE\d{1,5}$/.test(type);
}

/** Name of a record type that cannot be kept here, by its number. */
export function otherType(code: number): string | undefined {
  return [...OTHERS].find(([, number]) => number === code)?.[0];
}

/** `TYPE1` (RFC 3597) as A; any other text unchanged. */
export function namedType(type: string): string {
  const code = /^TYPE(\d{1,5})$/.exec(type)?.[1];
  const known = [...RECORD_CODES].find(([, number]) => String(number) === code);
  return known?.[0] ?? type;
}
