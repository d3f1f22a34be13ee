import type { Tree } from "../../wapi/write/intent.ts";

/** A name whose links or zone change, or that is added above others, changes the names below it. */
export const NAMES: Tree = {
  name: "names",
  order: 1,
  alone: "select dns.lock_names()",
  share: "select dns.share_names()",
  most: 500,
};
