import type { Tree } from "../../wapi/write/intent.ts";

/** Names whose links or zones change, and new names above others, move what is below. */
export const NAMES: Tree = {
  name: "names",
  order: 1,
  alone: "select dns.lock_names()",
  share: "select dns.share_names()",
  most: 500,
};
