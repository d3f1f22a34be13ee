import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { parseRecordData } from "#contract/values/record-data";
import type { Field, RecordType } from "#contract/record-type";
import { hasFields, RECORD_FORMS, recordForm } from "#contract/values/record-types";
import type { Random } from "./rights-oracle/random.ts";

/** Types with data that people write, and two that have a number only. */
export const RANDOM_TYPES: readonly string[] = [
  ...[...RECORD_FORMS.values()].filter(hasFields).map(({ name }) => name),
  "TYPE65400",
  "TYPE18",
];

type Maker = (random: Random) => string;

function pick(random: Random, list: readonly string[]): string {
  return random.one(list) ?? "";
}

function repeated(random: Random, most: number, part: Maker, between = ""): string {
  return Array.from({ length: random.below(most + 1) }, () => part(random)).join(between);
}

/** Often a small number, because small numbers have meanings of their own. */
const number =
  (most: number): Maker =>
  (random) =>
    String(random.chance(25) ? random.below(4) : random.below(random.chance(90) ? most + 1 : most * 2));

const hex = (random: Random, bytes: number): string =>
  Array.from({ length: bytes }, () => random.below(256).toString(16).padStart(2, "0")).join("");

const base64: Maker = (random) => {
  const text = Buffer.from(hex(random, random.below(70)), "hex").toString("base64");
  return random.chance(90) ? text : text.slice(0, -1);
};

const label: Maker = (random) =>
  pick(random, ["a", "www", "_tcp", "x-y", "a".repeat(63), "b".repeat(62), "c".repeat(64), "ä", ""]);
const name: Maker = (random) =>
  random.chance(15) ? "." : `${Array.from({ length: 1 + random.below(5) }, () => label(random)).join(".")}.`;

const SIGNS = [
  "a",
  "B",
  "7",
  "-",
  " ",
  ";",
  "(",
  ",",
  "\\\\",
  '\\"',
  "\\000",
  "\\255",
  "\\256",
  "ä",
  "=",
  "!",
  ".",
];
const string: Maker = (random) => {
  const long = random.chance(8) ? "x".repeat(240 + random.below(30)) : "";
  return `"${long}${repeated(random, 8, (one) => pick(one, SIGNS))}"`;
};

const ERE = [
  "a",
  ".",
  "^",
  "$",
  "*",
  "+",
  "?",
  "(",
  ")",
  "|",
  "[a-z]",
  "[^]x]",
  "[z-a]",
  "{2}",
  "{2,1}",
  "\\\\\\\\.",
  "\\\\1",
  "[[:digit:]]",
  "{",
  "[",
];
const REPLACED = ["sip:", "\\\\1", "\\\\2", "\\\\0", "x", "@", "\\\\\\\\"];
const rewriting: Maker = (random) => {
  const sign = pick(random, ["!", "!", "!", "/", "#", "1", "i"]);
  const [ere, into] = [
    repeated(random, 6, (one) => pick(one, ERE)),
    repeated(random, 4, (one) => pick(one, REPLACED)),
  ];
  return pick(random, [
    `"${sign}${ere}${sign}${into}${sign}${pick(random, ["", "", "i", "z"])}"`,
    '""',
    string(random),
  ]);
};

const address4: Maker = (random) => Array.from({ length: 4 }, () => String(random.below(260))).join(".");
const address6: Maker = (random) => hex(random, 16).replaceAll(/(.{4})(?=.)/g, "$1:");
const id: Maker = (random) =>
  pick(random, ["h2", "h3", "x".repeat(255), "y".repeat(256), "", "a\\\\\\\\b", "c\\\\,d", "\\\\x"]);
const key: Maker = (random) =>
  pick(random, ["alpn", "port", "key667", "mandatory", "no-default-alpn", "ipv4hint", "key1"]);

const PARAMETERS: readonly Maker[] = [
  (random) => `alpn="${repeated(random, 3, id, ",")}"`,
  () => "no-default-alpn",
  (random) => `port=${number(65_535)(random)}`,
  (random) => `ipv4hint=${repeated(random, 3, address4, ",")}`,
  (random) => `ipv6hint=${repeated(random, 3, address6, ",")}`,
  (random) => `ech=${base64(random)}`,
  (random) => `mandatory=${repeated(random, 3, key, ",")}`,
  (random) => `dohpath=${pick(random, ["/q{?dns}", "/q", "q{?dns}"])}`,
  () => "ohttp",
  (random) => `key${String(random.below(700))}=${string(random)}`,
];
const metres: Maker = (random) =>
  pick(random, ["0m", "1m", "30m", "25m", "10000m", "0.05m", "90000000m", "99999999m"]);
const angle = (most: number): Maker =>
  together(
    (random) => String(random.below(most + 1)),
    (random) => String(random.below(60)),
    (random) => `${String(random.below(60))}.${String(random.below(1000)).padStart(3, "0")}`,
  );

function together(...makers: readonly Maker[]): Maker {
  return (random) => makers.map((one) => one(random)).join(" ");
}

/** A value of each kind of field in any spelling; many are almost right. */
const MAKERS: Readonly<Record<Field, Maker>> = {
  address4,
  address6,
  algorithm: (random) => (random.chance(10) ? "253" : number(255)(random)),
  base64,
  digestType: number(255),
  flags: (random) => pick(random, ['"u"', '"S"', '""', '"~"']),
  hex: (random) => hex(random, random.below(40)),
  location: together(
    angle(90),
    (random) => pick(random, ["N", "S"]),
    angle(180),
    (random) => pick(random, ["E", "W"]),
    (random) => `${String(random.below(50_000_000) - 100_000)}.5m`,
    metres,
    metres,
    metres,
  ),
  longString: string,
  name: (random) => (random.chance(30) ? "." : name(random)),
  parameters: (random) =>
    PARAMETERS.filter(() => random.chance(25))
      .map((one) => one(random))
      .join(" "),
  protocol: (random) => pick(random, ["3", "3", "3", "4"]),
  rewriting,
  string,
  tag: (random) => pick(random, ["issue", "iodef", "is-sue", "x".repeat(256)]),
  text: (random) =>
    `"${repeated(random, 300, (one) => pick(one, ["a", " ", "ä", "\\\\", '\\"', "\\009", "x".repeat(9)]))}"`,
  uint8: number(255),
  uint16: number(65_535),
  uint32: number(4_294_967_295),
  value: string,
};

const OF_UNNAMED: Readonly<Record<string, Maker>> = {
  TYPE65400: (random) => {
    const bytes = random.below(40);
    return `\\# ${String(random.chance(90) ? bytes : bytes + 1)} ${hex(random, bytes)}`;
  },
  TYPE18: (random) => `\\# ${pick(random, ["3 000100", "5 0001016100", "4 00010161", "2 0001"])}`,
};

/** Data of a record of this type in any spelling; many are almost right. */
export function randomData(random: Random, type: string): string {
  const form = recordForm(type);
  if (form === undefined) return OF_UNNAMED[type]?.(random) ?? "";
  return Object.keys(form.fields)
    .map((field) => fieldOf(random, form, field))
    .join(" ");
}

/** A digest has the length of some kind of digest, and often of its own kind. */
function fieldOf(random: Random, { fields, digest }: RecordType, name: string): string {
  const field = fields[name];
  if (field === undefined) return "";
  if (digest === undefined) return MAKERS[field](random);
  if (name === digest.by) return pick(random, ["0", "9", ...Object.keys(digest.bytes)]);
  const sizes = [1, ...Object.values(digest.bytes)];
  return field === "hex" ? hex(random, random.one(sizes) ?? 1) : MAKERS[field](random);
}

/** Random data that are accepted, at a name of its own. */
export interface AcceptedRecord {
  readonly name: string;
  readonly type: string;
  /** In the original spelling. */
  readonly data: string;
  readonly stored: string;
}

export function acceptedRecords(random: Random, count: number): readonly AcceptedRecord[] {
  const accepted: AcceptedRecord[] = [];
  for (let n = 0; accepted.length < count; n += 1) {
    const type = RANDOM_TYPES[n % RANDOM_TYPES.length] ?? "A";
    const data = randomData(random, type);
    const read = parseRecordData(type, data, toAscii);
    if (read.ok && read.value !== null)
      accepted.push({ name: `n${String(accepted.length)}`, type, data, stored: read.value });
  }
  return accepted;
}
