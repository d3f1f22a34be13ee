import type { Tree } from "../../wapi/write/intent.ts";

/** Networks and what is set aside in them: pools, and roles of addresses. What lies in one has to fit it when it is looked at and still when it is written. */
export const SUBNETS: Tree = {
  name: "subnets",
  order: 2,
  alone: "select dns.lock_subnets()",
  share: "select dns.share_subnets()",
  most: Infinity,
};
