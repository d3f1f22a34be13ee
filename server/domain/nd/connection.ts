import { defineObjectType, rule } from "../../catalogue/define.ts";
import { CONNECTION_STATEMENTS } from "./p-port.sql.ts";

export default defineObjectType({
  name: "nd.connection",
  gpk: "conn",
  label: { de: "Verbindung", en: "Connection" },
  plural: { de: "Verbindungen", en: "Connections" },
  description: { de: "Kabel zwischen zwei Ports", en: "Cable between two ports" },
  attributes: {
    p_port_a_gfk: {
      label: { de: "Port A", en: "Port A" },
      help: { de: "Der ältere der beiden Ports", en: "The older one of the two ports" },
      ref: { to: "nd.p_port", by: "gpk" },
    },
    p_port_b_gfk: { label: { de: "Port B", en: "Port B" }, ref: { to: "nd.p_port", by: "gpk" } },
    ts: {
      type: "timestamp",
      label: { de: "Verbunden am", en: "Connected at" },
      default: { sql: "date_trunc('second', clock_timestamp())" },
    },
    login_name: { type: "login_name", label: { de: "Verbunden von", en: "Connected by" } },
  },
  key: ["p_port_a_gfk", "p_port_b_gfk"],
  functions: {},
  read: "all",
  storage: {
    constraints: {
      ends: rule("two_ports", ["p_port_gfk"], "check (p_port_a_gfk < p_port_b_gfk)"),
    },
    statements: CONNECTION_STATEMENTS,
  },
});
