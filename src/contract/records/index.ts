import type { RecordType, SentType } from "../record-type.ts";
import { A } from "./a.ts";
import { AAAA } from "./aaaa.ts";
import { CAA } from "./caa.ts";
import { CDNSKEY } from "./cdnskey.ts";
import { CDS } from "./cds.ts";
import { CNAME } from "./cname.ts";
import { DNAME } from "./dname.ts";
import { DNSKEY } from "./dnskey.ts";
import { DS } from "./ds.ts";
import { HINFO } from "./hinfo.ts";
import { HTTPS } from "./https.ts";
import { LOC } from "./loc.ts";
import { MX } from "./mx.ts";
import { NAPTR } from "./naptr.ts";
import { NS } from "./ns.ts";
import { OPENPGPKEY } from "./openpgpkey.ts";
import { PTR } from "./ptr.ts";
import { REF_FQDN } from "./ref-fqdn.ts";
import { SMIMEA } from "./smimea.ts";
import { SOA } from "./soa.ts";
import { SPF } from "./spf.ts";
import { SRV } from "./srv.ts";
import { SSHFP } from "./sshfp.ts";
import { SVCB } from "./svcb.ts";
import { TLSA } from "./tlsa.ts";
import { TXT } from "./txt.ts";
import { URI } from "./uri.ts";

/** The record types of wire contract 7.6 that have a name, in the order in which lists show them. */
export const RECORD_TYPES: readonly RecordType[] = [
  A,
  AAAA,
  CNAME,
  DNAME,
  NS,
  PTR,
  MX,
  SRV,
  TXT,
  SPF,
  CAA,
  SSHFP,
  TLSA,
  DS,
  SMIMEA,
  CDS,
  DNSKEY,
  CDNSKEY,
  OPENPGPKEY,
  HINFO,
  LOC,
  URI,
  NAPTR,
  SVCB,
  HTTPS,
  REF_FQDN,
];

/** Types of messages that no record has. */
export const MADE_TYPES: readonly SentType[] = [SOA];
