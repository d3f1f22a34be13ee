import { defineObjectType } from "../../catalogue/define.ts";
import { passedOn } from "./group.ts";
import { BCD } from "../nd/bcd.ts";

const MAY_LINK = passedOn(
  BCD,
  "t.bcd",
  "exists (select from nd.bcd2ou l where l.bcd = t.bcd and l.ou = any({units}))",
  `exists (
    select
    from cntl."group" g join nd.bcd2group l on l.group_name = any(g.path) and l.group_name <> g.id
    where g.id = t.group_name and l.bcd = t.bcd and l.group_name = any({groups}))`,
);

export default defineObjectType({
  name: "nd.bcd2group",
  gpk: "bcdgrp",
  label: { de: "BCD-Gruppenzuordnung", en: "BCD group assignment" },
  plural: { de: "BCD-Gruppenzuordnungen", en: "BCD group assignments" },
  description: { de: "Zuordnung eines BCD zu einer Gruppe", en: "Link of a BCD to a group" },
  attributes: {
    bcd: { createOnly: true, ref: { to: "nd.bcd" } },
    group_name: { createOnly: true, ref: { to: "cntl.group" } },
  },
  key: ["bcd", "group_name"],
  own: { column: "bcd", in: "bcds" },
  read: "own",
  write: { ofOwnRows: true, create: MAY_LINK, delete: MAY_LINK },
  vanishesWith: "bcd",
  givesRights: "objects",
});
