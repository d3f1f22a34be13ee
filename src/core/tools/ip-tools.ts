import { BCD_ID_PATTERN } from "#contract/types/bcd-id";
import { formatVni } from "#contract/types/vni";
import { formatAddress, parseAddress, parseNetwork, type IpAddress } from "#contract/values/ip";
import { parseMac } from "#contract/values/mac";
import type { TextKey } from "../text.ts";
import { macInside } from "./eui64.ts";
import { ipv6Of, withAddress } from "./url.ts";

export interface AnswerLine {
  readonly label: TextKey;
  readonly value: string;
}

/** Result of a tool, or the reason why there is none. */
export type ToolAnswer = readonly AnswerLine[] | { readonly problem: TextKey; readonly input: string };

export interface IpTool {
  readonly name: string;
  readonly title: TextKey;
  readonly inputs: readonly ToolInput[];
  /** Gets all required inputs, trimmed. */
  answer(given: Readonly<Record<string, string>>): ToolAnswer;
}

export interface ToolInput {
  readonly name: string;
  readonly label: TextKey;
  readonly example: string;
  readonly isOptional?: true;
}

const HOST_BITS = 64n;
const HIGHEST_VNI = 999_999;

/** The tools of requirement TOOL-19 in order; none asks a server (TOOL-20). */
export const IP_TOOLS: readonly IpTool[] = [
  {
    name: "eui64",
    title: "core.ip.eui64",
    inputs: [
      { name: "subnet", label: "core.ip.subnet", example: "2001:db8:47:11::/64" },
      { name: "mac", label: "core.ip.mac", example: "00:53:aa:bb:cc:dd" },
    ],
    answer: ({ subnet = "", mac = "" }) => eui64Address(subnet, mac),
  },
  {
    name: "mac",
    title: "core.ip.macOf",
    inputs: [{ name: "address", label: "core.ip.linkLocal", example: "fe80::253:aaff:febb:ccdd" }],
    answer: ({ address = "" }) => macOf(address),
  },
  {
    name: "forms",
    title: "core.ip.forms",
    inputs: [{ name: "address", label: "core.ip.ipv6", example: "2001:db8:47:11::12" }],
    answer: ({ address = "" }) => formsOf(address),
  },
  {
    name: "url",
    title: "core.ip.url",
    inputs: [
      { name: "url", label: "core.ip.urlInput", example: "https://www.example.edu:8443/path" },
      { name: "address", label: "core.ip.urlAddress", example: "2001:db8:47:11::12", isOptional: true },
    ],
    answer: ({ url = "", address = "" }) => urlOf(url, address),
  },
  {
    name: "reverse",
    title: "core.ip.reverse",
    inputs: [{ name: "address", label: "core.ip.address", example: "198.51.100.12" }],
    answer: ({ address = "" }) => reverseOf(address),
  },
  {
    name: "bcd",
    title: "core.ip.bcd",
    inputs: [{ name: "bcd", label: "core.ip.bcdInput", example: "47.11" }],
    answer: ({ bcd = "" }) => vniOf(bcd),
  },
];

function eui64Address(subnetText: string, macText: string): ToolAnswer {
  const subnet = parseNetwork(subnetText);
  // The network of all addresses is not a subnet (VAL-11).
  if (subnet?.version !== 6 || subnet.prefix === 0)
    return { problem: "core.ip.invalidSubnet", input: "subnet" };
  if (subnet.prefix > Number(HOST_BITS)) return { problem: "core.ip.subnetTooLong", input: "subnet" };
  const mac = parseMac(macText);
  if (mac === null) return { problem: "core.form.invalidMac", input: "mac" };
  const digits = mac.replaceAll(":", "");
  const id = BigInt(`0x${digits.slice(0, 6)}fffe${digits.slice(6)}`) ^ (2n << 56n);
  const linkLocal = (0xfe80n << 112n) | id;
  return [
    { label: "core.ip.eui64Address", value: formatAddress({ version: 6, value: subnet.value | id }) },
    { label: "core.ip.linkLocalAddress", value: formatAddress({ version: 6, value: linkLocal }) },
  ];
}

function macOf(text: string): ToolAnswer {
  // Systems show addresses with a zone: `fe80::1%eth0`.
  const address = ipv6Of(text.replace(/%[^%]+$/, ""));
  if (address === null) return { problem: "core.ip.invalidLinkLocal", input: "address" };
  const mac = macInside(address.value);
  if (mac === null) return { problem: "core.ip.notEui64", input: "address" };
  return [{ label: "core.ip.mac", value: mac }];
}

function formsOf(text: string): ToolAnswer {
  const address = ipv6Of(text);
  if (address === null) return { problem: "core.form.invalidIpv6", input: "address" };
  return [
    { label: "core.ip.short", value: address.text },
    { label: "core.ip.long", value: hexDigits(address.value).replace(/....(?=.)/g, "$&:") },
    { label: "core.ip.reverseName", value: reverseName(address) },
  ];
}

function urlOf(url: string, addressText: string): ToolAnswer {
  const address = addressText === "" ? null : ipv6Of(addressText);
  if (addressText !== "" && address === null) return { problem: "core.form.invalidIpv6", input: "address" };
  const made = withAddress(url, address?.text ?? null);
  if (made === "invalid") return { problem: "core.ip.invalidUrl", input: "url" };
  if (made === "needs address") return { problem: "core.ip.needsAddress", input: "address" };
  return [{ label: "core.ip.urlAnswer", value: made.url }];
}

function reverseOf(text: string): ToolAnswer {
  const address = parseAddress(text, { withIpv4Tail: true });
  if (address === null) return { problem: "core.form.invalidIp", input: "address" };
  return [
    { label: "core.ip.reverseName", value: reverseName(address) },
    { label: "core.ip.number", value: String(address.value) },
  ];
}

/** `47.11` and `00.47.11` are the VNI 4711 (wire contract 7.8). */
function vniOf(text: string): ToolAnswer {
  const isId = new RegExp(BCD_ID_PATTERN).test(text);
  if (!isId && !/^[0-9]{1,6}$/.test(text)) return { problem: "core.ip.invalidBcd", input: "bcd" };
  const vni = Number(text.replaceAll(".", ""));
  if (vni < 1 || vni > HIGHEST_VNI) return { problem: "core.ip.invalidBcd", input: "bcd" };
  const long = formatVni(vni);
  if (isId)
    return [
      { label: "core.ip.vni", value: long },
      { label: "core.ip.vniNumber", value: String(vni) },
    ];
  const short = long.startsWith("00.") ? [{ label: "core.ip.bcdId", value: long.slice(3) } as const] : [];
  return [...short, { label: short.length === 0 ? "core.ip.bcdId" : "core.ip.bcdIdLong", value: long }];
}

/** Name of an address in the tree of reverse names, with its final dot. */
function reverseName({ version, value }: Pick<IpAddress, "version" | "value">): string {
  if (version === 6) return `${Array.from(hexDigits(value)).toReversed().join(".")}.ip6.arpa.`;
  const octets = [0n, 8n, 16n, 24n].map((shift) => String((value >> shift) & 255n));
  return `${octets.join(".")}.in-addr.arpa.`;
}

/** All 32 digits of an IPv6 address. */
function hexDigits(value: bigint): string {
  return value.toString(16).padStart(32, "0");
}
