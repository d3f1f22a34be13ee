import { defineObjectType } from "../../catalogue/define.ts";
import { GROUP } from "./group.ts";
import { UNIT } from "../org/unit.ts";

const BOTH = {
  all: [
    { reaches: GROUP, by: "group_name" },
    { reaches: UNIT, by: "ou" },
  ],
} as const;

export default defineObjectType({
  name: "cntl.group2ou",
  gpk: "grpou",
  label: { de: "Gruppen-OE-Zuordnung", en: "Group OE assignment" },
  plural: { de: "Gruppen-OE-Zuordnungen", en: "Group OE assignments" },
  description: { de: "Zuordnung einer Gruppe zu einer OE", en: "Link of a group to an OE" },
  attributes: {
    group_name: { createOnly: true, ref: { to: "cntl.group" } },
    ou: { label: { de: "OE", en: "OE" }, createOnly: true, ref: { to: "org.unit" } },
  },
  key: ["group_name", "ou"],
  own: { column: "group_name", in: "groups" },
  read: { ownOr: { column: "ou", in: "units" } },
  write: { ofOwnRows: true, create: BOTH, delete: BOTH },
  vanishesWith: "group_name",
  givesRights: "objects",
});
