import { defineObjectType } from "../../catalogue/define.ts";
import { CONNECTION_STATEMENTS } from "./p-port.sql.ts";

export default defineObjectType({
  name: "nd.connection",
  gpk: "conn",
  label: { de: "Verbindung", en: "Connection" },
  description: { de: "Kabel zwischen zwei Ports", en: "Cable between two ports" },
  attributes: {
    p_port_a_gfk: {
      type: "gpk",
      label: { de: "Port A", en: "Port A" },
      help: { de: "Der ältere der beiden Ports", en: "The older one of the two ports" },
      serverWritten: true,
      ref: { to: "nd.p_port", by: "gpk" },
    },
    p_port_b_gfk: {
      type: "gpk",
      label: { de: "Port B", en: "Port B" },
      serverWritten: true,
      ref: { to: "nd.p_port", by: "gpk" },
    },
    ts: {
      type: "timestamp",
      label: { de: "Verbunden am", en: "Connected at" },
      default: { sql: "date_trunc('second', clock_timestamp())" },
      serverWritten: true,
    },
    login_name: {
      type: "login_name",
      label: { de: "Verbunden von", en: "Connected by" },
      serverWritten: true,
    },
  },
  key: ["p_port_a_gfk", "p_port_b_gfk"],
  title: ["p_port_a_gfk", "p_port_b_gfk"],
  functions: {},
  own: null,
  read: "all",
  write: "nobody",
  storage: {
    constraints: {
      ends: {
        sql: "check (p_port_a_gfk < p_port_b_gfk)",
        fault: {
          kind: "check",
          rule: "two_ports",
          attributes: ["p_port_gfk"],
        },
      },
    },
    statements: CONNECTION_STATEMENTS,
  },
});
