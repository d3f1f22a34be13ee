import { defineObjectType } from "../../catalogue/define.ts";

export default defineObjectType({
  name: "cntl.mgr2ou",
  gpk: "mgrou",
  label: { de: "OE-Zuordnung eines Kontos", en: "OE of an account" },
  description: {
    de: "Verwalter einer OE, oder OE, zu der ein Service-Konto gehört",
    en: "Administrator of an OE, or OE that a service account belongs to",
  },
  attributes: {
    login_name: {
      type: "login_name",
      label: { de: "Anmeldename", en: "Login name" },
      createOnly: true,
      ref: { to: "cntl.mgr", by: "key" },
    },
    ou: {
      type: "ou_name",
      label: { de: "OE", en: "OE" },
      createOnly: true,
      ref: { to: "org.unit", by: "key" },
    },
    is_admin: {
      type: "boolean",
      label: { de: "Verwaltet die OE", en: "Administers the OE" },
      computed: "(select not m.is_svc from cntl.mgr m where m.id = t.login_name)",
    },
  },
  key: ["login_name", "ou"],
  title: ["login_name", "ou"],
  functions: { create: {}, delete: {} },
  own: { sql: "t.login_name = {account}" },
  read: "all",
  write: { create: { administers: "org.unit", by: "ou" }, delete: { administers: "org.unit", by: "ou" } },
  vanishesWith: "login_name",
  givesRights: true,
});
