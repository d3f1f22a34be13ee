import { defineObjectType, type Grant } from "../../catalogue/define.ts";
import { ACCOUNT } from "./mgr.ts";
import { UNIT } from "../org/unit.ts";

const SERVICE = "select m.id from cntl.mgr m where m.id = t.login_name and m.is_svc";

/**
 * Only administrators of a unit of the service account may link it to another unit. So nobody can take over a service account by a link (wire
 * contract 7.3).
 */
const BELONGS_TO_MINE: Grant = {
  sql: `not exists (${SERVICE})
    or exists (select from cntl.mgr2ou l where l.login_name = t.login_name and l.ou = any({units}))`,
  names: { to: ACCOUNT, id: SERVICE },
};

export default defineObjectType({
  name: "cntl.mgr2ou",
  gpk: "mgrou",
  label: { de: "OE-Zugehörigkeit", en: "OE membership" },
  plural: { de: "OE-Zugehörigkeiten", en: "OE memberships" },
  description: {
    de: "Administrator einer OE, oder OE, zu der ein Service-Konto gehört",
    en: "Administrator of an OE, or OE that a service account belongs to",
  },
  attributes: {
    login_name: { label: { de: "Anmeldename", en: "Login name" }, createOnly: true, ref: { to: "cntl.mgr" } },
    ou: { label: { de: "OE", en: "OE" }, createOnly: true, ref: { to: "org.unit" } },
    is_admin: {
      type: "boolean",
      label: { de: "Verwaltet die OE", en: "Administers the OE" },
      computed: "(select not m.is_svc from cntl.mgr m where m.id = t.login_name)",
    },
  },
  key: ["login_name", "ou"],
  own: { sql: "t.login_name = {account}" },
  read: "all",
  write: {
    create: { all: [{ reaches: UNIT, by: "ou" }, BELONGS_TO_MINE] },
    delete: { reaches: UNIT, by: "ou" },
  },
  vanishesWith: "login_name",
  givesRights: "objects",
});
