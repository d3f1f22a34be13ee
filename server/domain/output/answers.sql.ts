import type { AnswersSpec } from "../../catalogue/define-service.ts";
import { NAMES_OF_TOUCHED } from "./publish.sql.ts";

/** Answers of name servers by the same views that are published. */
export const DNS_ANSWERS: AnswersSpec = {
  keys: `with touched as materialized (select distinct kind, key from output.asked where kind in ('name', 'address', 'zone')),
  ${NAMES_OF_TOUCHED}
select name as key from names`,
  rows: `select 'dns' as service, w.zone as place, w.name, w.type, w.ttl, w.rdata as data, null::text as mark, w.record as id, null::bigint as through
from output.wanted({keys}, array(select output.address_of(n) from unnest({keys}) n where n like '%.arpa.')) w`,
};
