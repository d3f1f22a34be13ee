import type { DhcpConfig, DhcpSubnet, Reservation } from "./dhcp.ts";
import { includedBy, readIncluding, type ConfigFile } from "./including.ts";
import { rowAt, toldIn, type Place, type Rejected, type SourceRow } from "./steps.ts";
import type { Say, TextKey } from "./texts.ts";

/** A statement of dhcpd.conf: its words, and the statements in its braces. */
interface Statement {
  readonly place: Place;
  readonly words: readonly string[];
  readonly inner: readonly Statement[] | null;
}

interface Reading {
  readonly subnets: DhcpSubnet[];
  readonly reservations: Reservation[];
  readonly rejected: Rejected[];
  readonly notes: Rejected[];
  readonly say: Say;
}

/** A string, a comment, or a statement that includes another file. */
const INCLUDES = /"(?:[^"\\\n]|\\[^])*"|#[^\n]*|(?<![^\s{};])include\s+"(?<file>[^"\n]+)"\s*;/g;

/** Names of the files that a configuration of ISC DHCP includes. */
export function includedByIscDhcp(text: string): readonly string[] {
  return includedBy(text, INCLUDES);
}

/** Subnets, ranges and hosts of a configuration of ISC DHCP, and of the files that it includes. */
export function readIscDhcp(file: ConfigFile, say: Say): DhcpConfig {
  const reading: Reading = { subnets: [], reservations: [], rejected: [], notes: [], say };
  readBlock(reading, statementsOf(file, say), new Map());
  return reading;
}

const PIECE = /#[^\n]*|"(?:[^"\\\n]|\\[^])*"|[{};]|\n|[^\s{};#"]+|[^\S\n]+|"/g;

function statementsOf(file: ConfigFile, say: Say): readonly Statement[] {
  const { text, placeOf } = readIncluding(file, INCLUDES, say);
  const reader = new StatementReader(placeOf);
  const refuse = (fault: ReadFault | null): void => {
    if (fault === null) return;
    const value = fault.text ?? "";
    throw new Error(toldIn(placeOf(fault.offset), say(fault.key, { value }), say));
  };
  for (const { 0: piece, index } of text.matchAll(PIECE)) refuse(reader.take(piece, index));
  refuse(reader.end());
  return reader.statements;
}

/** What cannot be read, and where it begins. */
interface ReadFault {
  readonly key: TextKey;
  readonly offset: number;
  readonly text?: string;
}

const LONGEST_TOLD = 80;

class StatementReader {
  readonly statements: Statement[] = [];
  private begin = 0;
  private words: string[] = [];
  private readonly blocks: Statement[][] = [this.statements];
  private readonly opened: number[] = [];
  private readonly placeOf: (offset: number) => Place;

  constructor(placeOf: (offset: number) => Place) {
    this.placeOf = placeOf;
  }

  /** What is not over at the end, or null. */
  end(): ReadFault | null {
    const open = this.opened.at(-1);
    if (this.words.length > 0) return this.unended();
    return open === undefined ? null : { key: "openBlock", offset: open };
  }

  /** Takes the next piece; tells why it cannot stand there, or null. */
  take(piece: string, offset: number): ReadFault | null {
    switch (piece) {
      case ";":
        if (this.words.length > 0) this.finish(null);
        return null;
      case "{": {
        if (this.words.length === 0) return { key: "badConfig", offset };
        const inner: Statement[] = [];
        this.finish(inner);
        this.blocks.push(inner);
        this.opened.push(this.begin);
        return null;
      }
      case "}":
        if (this.words.length > 0) return this.unended();
        if (this.opened.pop() === undefined) return { key: "strayBrace", offset };
        this.blocks.pop();
        return null;
      case '"':
        return { key: "openString", offset };
      default:
        this.word(piece, offset);
        return null;
    }
  }

  private word(piece: string, offset: number): void {
    if (piece.startsWith("#") || piece.trim() === "") return;
    if (this.words.length === 0) this.begin = offset;
    this.words.push(piece);
  }

  private unended(): ReadFault {
    const text = this.words.join(" ");
    const isLong = text.length > LONGEST_TOLD;
    return {
      key: "noSemicolon",
      offset: this.begin,
      text: isLong ? `${text.slice(0, LONGEST_TOLD)} …` : text,
    };
  }

  private finish(inner: readonly Statement[] | null): void {
    this.blocks.at(-1)?.push({ place: this.placeOf(this.begin), words: this.words, inner });
    this.words = [];
  }
}

type Settings = ReadonlyMap<string, string>;

/** Settings hold for the blocks around them too: each block has what stands above it. */
function readBlock(reading: Reading, statements: readonly Statement[], above: Settings): void {
  const settings = settingsOf(statements, above);
  for (const statement of statements) {
    const [keyword = "", second = ""] = statement.words;
    if (statement.inner === null) noteOther(reading, statement);
    else if (keyword === "subnet" || keyword === "subnet6")
      readSubnet(reading, statement, settingsOf(statement.inner, settings));
    else if (keyword === "host") readHost(reading, statement);
    else if (BLOCKS.has(keyword)) readBlock(reading, statement.inner, settings);
    else note(reading, statement, `${keyword} ${second}`.trim());
  }
}

const BLOCKS = new Set(["shared-network", "group", "pool"]);

/** The value of each setting; options are called by `option` and their name. */
function settingsOf(statements: readonly Statement[], above: Settings): Settings {
  const settings = new Map(above);
  for (const { words, inner } of statements) {
    const [keyword = "", second = "", ...rest] = words;
    if (inner !== null) continue;
    if (keyword === "option") settings.set(`option ${second}`, rest.join(" "));
    else settings.set(keyword, [second, ...rest].join(" "));
  }
  return settings;
}

const READ = new Set([
  "option routers",
  "option domain-name",
  "option domain-name-servers",
  "default-lease-time",
  "range",
  "hardware",
  "fixed-address",
  "option host-name",
]);

function noteOther(reading: Reading, statement: Statement): void {
  const [keyword = "", second = ""] = statement.words;
  const name = keyword === "option" ? `option ${second}` : keyword;
  if (!READ.has(name)) note(reading, statement, name);
}

function note({ notes, say }: Reading, statement: Statement, member: string): void {
  notes.push({ ...rowOf(statement), reason: say("noHome", { member }) });
}

function rowOf({ place, words }: Statement): SourceRow {
  return rowAt(place, words.join(" "));
}

function readSubnet(reading: Reading, statement: Statement, settings: Settings): void {
  const { words, inner } = statement;
  const [keyword, address = "", , mask = ""] = words;
  const cidr = keyword === "subnet6" ? address : `${address}/${prefixOf(mask)}`;
  const within = inner ?? [];
  const row = rowOf(statement);
  const lease = settings.get("default-lease-time") ?? "0";
  if (!SECONDS.test(lease))
    reading.rejected.push({ ...row, reason: reading.say("badLease", { value: lease }) });
  reading.subnets.push({
    row,
    cidr,
    bcd: null,
    description: null,
    ...inheritedIn(settings),
    pools: poolsIn(reading, within),
  });
  readBlock(reading, within, new Map());
}

const SECONDS = /^\d+$/;

function inheritedIn(
  settings: Settings,
): Pick<DhcpSubnet, "gateway" | "dnsServers" | "domain" | "leaseTime"> {
  const lease = settings.get("default-lease-time") ?? "";
  return {
    gateway: listOf(settings.get("option routers"))?.[0] ?? null,
    dnsServers: listOf(settings.get("option domain-name-servers")),
    domain: plain(settings.get("option domain-name")),
    leaseTime: SECONDS.test(lease) ? Number(lease) : null,
  };
}

function plain(text: string | undefined): string | null {
  return text?.replaceAll('"', "") ?? null;
}

/** `255.255.255.0` as 24; a mask with gaps as a text that is no prefix. */
function prefixOf(mask: string): string {
  const bits = mask
    .split(".")
    .map((byte) => Number(byte).toString(2).padStart(8, "0"))
    .join("");
  return /^1*0*$/.test(bits) && bits.length === 32 ? String(bits.replaceAll("0", "").length) : mask;
}

function poolsIn(reading: Reading, statements: readonly Statement[]): DhcpSubnet["pools"] {
  return statements.flatMap((statement) => {
    const { words, inner } = statement;
    if (inner !== null) return words[0] === "pool" ? poolsIn(reading, inner) : [];
    const [keyword, ...rest] = words;
    const [first, last] = rest.filter((word) => word !== "dynamic-bootp");
    if (keyword !== "range" || first === undefined) return [];
    const row = rowOf(statement);
    if (last !== undefined) return [{ row, first, last }];
    // A range of one address is no pool here, which has two at least.
    reading.rejected.push({ ...row, reason: reading.say("badRangeOfPool", { value: first }) });
    return [];
  });
}

function readHost(reading: Reading, statement: Statement): void {
  const { words } = statement;
  const inner = statement.inner ?? [];
  const settings = settingsOf(inner, new Map());
  for (const one of inner) noteOther(reading, one);
  const mac = /^ethernet\s+(\S+)$/.exec(settings.get("hardware") ?? "")?.[1];
  const [address, ...more] = listOf(settings.get("fixed-address")) ?? [];
  const row = rowOf(statement);
  for (const further of more) note(reading, statement, further);
  if (mac === undefined || address === undefined)
    reading.rejected.push({ ...row, reason: reading.say("halfReservation") });
  else {
    const name = plain(settings.get("option host-name"));
    reading.reservations.push({ row, address, mac, name, description: words[1] ?? null });
  }
}

function listOf(text: string | undefined): readonly string[] | null {
  return text === undefined ? null : text.split(",").map((part) => part.trim());
}
