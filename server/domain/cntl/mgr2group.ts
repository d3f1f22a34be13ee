import { defineObjectType } from "../../catalogue/define.ts";
import { GROUP } from "./group.ts";

export default defineObjectType({
  name: "cntl.mgr2group",
  gpk: "mgrgrp",
  label: { de: "Gruppenmitgliedschaft", en: "Group membership" },
  plural: { de: "Gruppenmitgliedschaften", en: "Group memberships" },
  description: { de: "Zuordnung eines Kontos zu einer Gruppe", en: "Link of an account to a group" },
  attributes: {
    login_name: { label: { de: "Anmeldename", en: "Login name" }, createOnly: true, ref: { to: "cntl.mgr" } },
    group_name: { createOnly: true, ref: { to: "cntl.group" } },
  },
  key: ["login_name", "group_name"],
  own: { sql: "t.login_name = {account}" },
  read: {
    ownOr: {
      any: [
        { column: "login_name", in: "accounts" },
        { column: "group_name", in: "groups" },
      ],
    },
  },
  write: {
    create: { reaches: GROUP, by: "group_name" },
    delete: { reaches: GROUP, by: "group_name" },
  },
  vanishesWith: "login_name",
  givesRights: "objects",
});
