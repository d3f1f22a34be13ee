import { defineObjectType, type Definition, type OwnRule } from "../../catalogue/define.ts";
import type { Unserved } from "../../catalogue/define-service.ts";
import type { ObjectName } from "#contract/wire/step";
import { ownRuleSql } from "../../access/rules.ts";
import BCD_SETTING from "../dhcp/bcd-setting.ts";
import STATIC_ASSIGNMENT from "../dhcp/static-assignment.ts";
import FQDN from "../dns/fqdn.ts";
import RECORD from "../dns/record.ts";
import CLIENT from "../macauth/client.ts";
import BCD from "../nd/bcd.ts";
import IP_SUBNET from "../nd/ip-subnet.ts";

/** A type whose objects can be unserved: the attribute that names an object, and SQL over its row `o` for the name and the BCD whose pages tell it too. */
interface Subject {
  readonly type: Definition;
  readonly as: "fqdn" | "bcd" | `${string}_gfk`;
  readonly fqdn?: string;
  readonly bcd?: string;
}

const SUBJECTS: readonly Subject[] = [
  { type: FQDN, as: "fqdn" },
  { type: RECORD, as: "record_gfk", fqdn: "o.fqdn" },
  { type: IP_SUBNET, as: "subnet_gfk", bcd: "o.bcd" },
  { type: BCD_SETTING, as: "setting_gfk", bcd: "o.bcd" },
  { type: STATIC_ASSIGNMENT, as: "assignment_gfk", bcd: "o.bcd" },
  { type: CLIENT, as: "client_gfk", bcd: "o.bcd_name" },
  { type: BCD, as: "bcd" },
];

const CASES = SUBJECTS.flatMap(({ type }) => type.service?.unserved ?? []);

/** SQL: a row for each object of these cases, while there is a server that would answer it. */
export function unservedRows(cases: readonly Unserved[]): string {
  return cases.map(rowsOf).join("\nunion all ");
}

function rowsOf({ reason, by, of, sql }: Unserved): string {
  const subject = SUBJECTS.find(({ type }) => type.name === of);
  if (subject === undefined) throw new Error(`${of} is no subject of output.unserved`);
  const given: Readonly<Record<string, string | undefined>> = {
    fqdn: subject.fqdn,
    bcd: subject.bcd,
    [subject.as]: "o.id",
  };
  const columns = SUBJECTS.map(({ as }) => `${given[as] ?? "null::bigint"} as ${as}`).join(", ");
  return `select '${reason}_' || o.id as id, '${by}' collate "C" as service, '${reason}' collate "C" as reason, u.object collate "C" as object,
  '${of}' collate "C" as object_fq_name, o.id as object_id, ${columns}
from (${sql}) u join ${of} o on o.id = u.id where exists (select from output.server s where s.kind = '${by}' and s.is_enabled)`;
}

/** The object concerned satisfies a rule of its own type. */
function ofObject(ruleOf: (type: Definition) => OwnRule | null): OwnRule {
  return {
    any: SUBJECTS.flatMap(({ type }) => {
      const rule = ruleOf(type);
      if (rule === null) return [];
      const row = `select from ${type.name} t where t.id = o.id and ${ownRuleSql(rule)}`;
      return [
        {
          sql: `t.object_fq_name = '${type.name}' and (select exists (${row}) from (select t.object_id as id) o)`,
        },
      ];
    }),
  };
}

/** Null where the object is another one. */
function ofType(to: ObjectName) {
  return { nullable: true, ref: { to, by: "gpk" } } as const;
}

/** What shows a row besides ownership: the further rule of its type, or a permission for all of its objects. */
function further({ name, read }: Definition): OwnRule {
  const [ro, rw] = ["ro", "rw"].map((word) => name.replace(".", `.${word}:`));
  const permitted: OwnRule = { sql: `array['${ro ?? ""}', '${rw ?? ""}'] && {permissions}` };
  return typeof read === "object" ? { any: [permitted, read.ownOr] } : permitted;
}

export default defineObjectType({
  name: "output.unserved",
  gpk: "unserved",
  label: { de: "Nicht ausgegebenes Objekt", en: "Unserved object" },
  plural: { de: "Nicht ausgegebene Objekte", en: "Unserved objects" },
  description: {
    de: "Objekt, das kein Dienstserver so beantworten kann, wie es angewendet wurde",
    en: "Object that no service server can answer as it was applied",
  },
  attributes: {
    service: {
      type: "text_id",
      label: { de: "Dienst", en: "Service" },
      values: {
        dns: { de: "DNS", en: "DNS" },
        kea: { de: "DHCP", en: "DHCP" },
        radius: { de: "MAC-Authentifizierung", en: "MAC authentication" },
      },
    },
    object: { type: "text_line", label: { de: "Objekt", en: "Object" } },
    reason: {
      type: "text_id",
      label: { de: "Grund und Abhilfe", en: "Reason and remedy" },
      values: Object.fromEntries(CASES.map(({ reason, text }) => [reason, text])),
    },
    fqdn: { nullable: true, ref: { to: "dns.fqdn" } },
    bcd: { nullable: true, ref: { to: "nd.bcd" } },
    record_gfk: ofType("dns.record"),
    subnet_gfk: ofType("nd.ip_subnet"),
    setting_gfk: ofType("dhcp.bcd_setting"),
    assignment_gfk: ofType("dhcp.static_assignment"),
    client_gfk: ofType("macauth.client"),
  },
  key: ["gpk"],
  title: ["object", "reason"],
  own: ofObject(({ own = null }) => own),
  read: { ownOr: ofObject(further) },
  source: { sql: unservedRows(CASES) },
});
