import type { SentType } from "../record-type.ts";

/** Start of a zone. The server makes it, so no record of this type is stored. */
export const SOA: SentType = {
  name: "SOA",
  code: 6,
  fields: {
    mname: "name",
    rname: "name",
    serial: "uint32",
    refresh: "uint32",
    retry: "uint32",
    expire: "uint32",
    minimum: "uint32",
  },
};
