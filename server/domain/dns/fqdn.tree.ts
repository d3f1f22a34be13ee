import type { Tree } from "../../wapi/write/intent.ts";

/** A name changes the names below it if its links or its zone change, or if it is created above them. */
export const NAMES: Tree = {
  name: "names",
  order: 1,
  alone: "select dns.lock_names()",
  share: "select dns.share_names()",
  most: 500,
};

/** All names above a domain name, nearest first: `www.example.com.` → `example.com.`, `com.`, `.`. The iteration ends for every text. */
export function namesAbove(value: string): readonly string[] {
  const names: string[] = [];
  let rest = value;
  while (rest !== "." && rest.includes(".")) {
    rest = rest.slice(rest.indexOf(".") + 1);
    names.push(rest === "" ? "." : rest);
  }
  return names;
}
