import { defineObjectType } from "../../catalogue/define.ts";
import { passedOn } from "../cntl/group.ts";
import { FQDN } from "./fqdn.ts";

const MAY_LINK = passedOn(
  FQDN,
  "t.fqdn",
  `exists (
    select
    from dns.fqdn f join dns.fqdn2ou l on l.fqdn = any(f.anc)
    where f.id = t.fqdn and l.ou = any({units}))`,
  `exists (
    select
    from cntl."group" g
      join dns.fqdn2group l on l.group_name = any(g.path) and l.group_name <> g.id
      join dns.fqdn f on l.fqdn = any(f.anc)
    where g.id = t.group_name and f.id = t.fqdn and l.group_name = any({groups}))`,
);

export default defineObjectType({
  name: "dns.fqdn2group",
  gpk: "fqdngrp",
  label: { de: "FQDN-Gruppenzuordnung", en: "FQDN group assignment" },
  plural: { de: "FQDN-Gruppenzuordnungen", en: "FQDN group assignments" },
  description: {
    de: "Zuordnung eines Namens und aller Namen darunter zu einer Gruppe",
    en: "Assignment of a name and all names below it to a group",
  },
  attributes: {
    fqdn: {
      help: { de: "Gilt auch für alle Namen darunter", en: "Holds for all names below as well" },
      createOnly: true,
      ref: { to: "dns.fqdn" },
    },
    group_name: { createOnly: true, ref: { to: "cntl.group" } },
  },
  key: ["fqdn", "group_name"],
  own: { sql: "(select f.scope = any({scopes}) from dns.fqdn f where f.id = t.fqdn)" },
  read: "own",
  write: { ofOwnRows: true, create: MAY_LINK, delete: MAY_LINK },
  vanishesWith: "fqdn",
  givesRights: "objects",
});
