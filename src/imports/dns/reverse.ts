import { keyOf, type FileRecord } from "./rows.ts";
import { defaultTtl, type Present } from "./present.ts";
import { addressOf, reverseNameOf } from "./reverse-names.ts";
import { isIn, type Zone } from "./zones.ts";

export function isAddress(type: string): boolean {
  return type === "A" || type === "AAAA";
}

/** Names to which the addresses of a run point back. */
export interface Reverse {
  /** Whether the address of this record points back to the record's name. */
  readonly isReverse: (record: FileRecord) => boolean;
  /** PTR records that follow from an address record, so that they are not created. */
  readonly represented: ReadonlySet<FileRecord>;
  /** The PTR record that follows from this address record. */
  readonly pointerOf: (record: FileRecord) => FileRecord | undefined;
  /** Existing address records whose address will point back to their name. */
  readonly turned: readonly {
    readonly pointer: FileRecord;
    readonly fqdn: string;
    readonly address: string;
  }[];
}

/** Addresses whose names, or whose reverse names, are in the file. */
export function addressesOf(records: readonly FileRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ type, data, fqdn }) => {
      const address = isAddress(type) ? data : type === "PTR" ? addressOf(fqdn) : null;
      return address === null ? [] : [address];
    }),
  );
}

/** The server makes reverse names from address records, so a PTR record marks one of the names of an address. */
export function reverseOf(records: readonly FileRecord[], zones: readonly Zone[], present: Present): Reverse {
  const owners = ownersIn(records);
  const hasName = (address: string, name: string) => owners.get(address)?.includes(name) === true;
  const chosen = new Map<string, string>();
  const written = pointersIn(records, present);
  const pointers = new Map<string, FileRecord>();
  const turned: { pointer: FileRecord; fqdn: string; address: string }[] = [];
  for (const pointer of records) {
    const choice = choiceOf(pointer, present, hasName);
    if (choice === null || chosen.has(choice.address)) continue;
    chosen.set(choice.address, choice.fqdn);
    const isOwn = written.get(pointer.fqdn)?.size !== 1 || isItsOwn(pointer, zones, present);
    if (!isOwn) pointers.set(`${choice.fqdn} ${choice.address}`, pointer);
    if (choice.isTurned) turned.push({ pointer, fqdn: choice.fqdn, address: choice.address });
  }
  const reverseZones = zones.filter(({ name }) => name.endsWith(".arpa."));
  const isReverse = ({ data, fqdn }: FileRecord): boolean => {
    const choice = chosen.get(data);
    if (choice !== undefined) return choice === fqdn;
    const isCovered = reverseZones.some(({ name }) => isIn(reverseNameOf(data), name));
    return !isCovered && owners.get(data)?.length === 1 && !present.addresses.has(data);
  };
  const pointerOf = ({ fqdn, data }: FileRecord) => pointers.get(`${fqdn} ${data}`);
  return { isReverse, represented: new Set(pointers.values()), pointerOf, turned };
}

/** The names of each address in the file. */
function ownersIn(records: readonly FileRecord[]): ReadonlyMap<string, readonly string[]> {
  const addresses = records.filter(({ type }) => isAddress(type));
  const byAddress = Map.groupBy(addresses, ({ data }) => data);
  return new Map([...byAddress].map(([address, all]) => [address, all.map(({ fqdn }) => fqdn)]));
}

/** Targets of the PTR records of each name, in the file and here. The server makes the reverse name of an address only if nobody wrote a PTR record. */
function pointersIn(
  records: readonly FileRecord[],
  { pointers }: Present,
): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map([...pointers].map(([name, targets]) => [name, new Set(targets)]));
  for (const { type, fqdn, data } of records)
    if (type === "PTR") all.set(fqdn, (all.get(fqdn) ?? new Set()).add(data));
  return all;
}

/** A reverse name that the server makes has the TTL of its zone, so a PTR record with another TTL is created as a record. */
function isItsOwn(pointer: FileRecord, zones: readonly Zone[], present: Present): boolean {
  const { fqdn, ttl } = pointer;
  return present.records.has(keyOf(pointer)) || (ttl !== null && ttl !== defaultTtl(fqdn, zones, present));
}

interface Choice {
  readonly address: string;
  readonly fqdn: string;
  /** The address record exists, but its address does not point back to it yet. */
  readonly isTurned: boolean;
}

/** The address record from which a PTR record follows; null if there is none, or if the address points back to another name. */
function choiceOf(
  { type, fqdn: owner, target }: FileRecord,
  present: Present,
  hasName: (address: string, name: string) => boolean,
): Choice | null {
  const address = type === "PTR" ? addressOf(owner) : null;
  if (address === null || target === null) return null;
  const there = present.addresses.get(address) ?? [];
  if (there.some(({ fqdn, isReverse }) => isReverse && fqdn !== target)) return null;
  const known = there.find(({ fqdn }) => fqdn === target);
  if (known === undefined && !hasName(address, target)) return null;
  return { address, fqdn: target, isTurned: known?.isReverse === false };
}
