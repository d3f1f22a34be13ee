import type { Tree } from "../../wapi/write/intent.ts";

/** Networks, their pools and roles of addresses. An object in a network must fit it when it is checked and still when it is written. */
export const SUBNETS: Tree = {
  name: "subnets",
  order: 2,
  alone: "select dns.lock_subnets()",
  share: "select dns.share_subnets()",
  most: Infinity,
};
