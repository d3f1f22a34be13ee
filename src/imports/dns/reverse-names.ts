import { parseAddress } from "#contract/values/ip";

/** The address that a name below in-addr.arpa or ip6.arpa stands for; null for any other name. */
export function addressOf(name: string): string | null {
  const bytes = /^((?:\d{1,3}\.){4})in-addr\.arpa\.$/.exec(name)?.[1];
  if (bytes !== undefined) {
    const text = bytes.slice(0, -1).split(".").toReversed().join(".");
    return parseAddress(text)?.text ?? null;
  }
  const nibbles = /^((?:[0-9a-f]\.){32})ip6\.arpa\.$/.exec(name)?.[1];
  if (nibbles === undefined) return null;
  const hex = nibbles.replaceAll(".", "").split("").toReversed().join("");
  return parseAddress(hex.replaceAll(/....(?=.)/g, "$&:"))?.text ?? null;
}

/** The name below in-addr.arpa or ip6.arpa that stands for a canonical address. */
export function reverseNameOf(address: string): string {
  if (address.includes(".") && !address.includes(":"))
    return `${address.split(".").toReversed().join(".")}.in-addr.arpa.`;
  const [front = "", back = ""] = address.split("::");
  const [before, after] = [groupsOf(front), groupsOf(back)];
  const middle = address.includes("::") ? Array<string>(8 - before.length - after.length).fill("0000") : [];
  const hex = [...before, ...middle, ...after].join("");
  return `${hex.split("").toReversed().join(".")}.ip6.arpa.`;
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":").map((group) => group.padStart(4, "0"));
}
