import { BlockList, isIPv6 } from "node:net";
import type { Query } from "../../db/database.ts";
import { HAS_IDENTITY } from "./identity.sql.ts";

/** Addresses from which name servers ask. */
export interface Clients {
  /** Whether an enabled name server has this address. The answer is at most a second old. */
  isKnown(address: string): Promise<boolean>;
}

const SOURCES = `select host(s.address) as address, s.source_list::text[] as sources
  from output.server s
  where s.kind = 'dns' and s.is_enabled and ${HAS_IDENTITY}`;

interface SourceRow {
  readonly address: string;
  readonly sources: readonly string[];
}

/** Age in ms after which the addresses are read again. */
const OLD = 1000;
/** Age in ms after which they are read again for an unknown address, because a new server asks soon after it is registered. */
const OLD_FOR_STRANGERS = 200;

/** `now`: ms of a steady clock. */
export function createClients(query: Query, now: () => number): Clients {
  let known = { list: new BlockList(), at: -Infinity };
  let reading: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    const at = now();
    known = { list: listOf(await query.query<SourceRow>(SOURCES, [], "dns-clients")), at };
  };
  const readAgain = (): Promise<void> =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
  const has = (address: string): boolean => known.list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return {
    async isKnown(address) {
      if (now() - known.at > (has(address) ? OLD : OLD_FOR_STRANGERS)) await readAgain();
      return has(address);
    },
  };
}

function listOf(rows: readonly SourceRow[]): BlockList {
  const list = new BlockList();
  for (const { address, sources } of rows) {
    list.addAddress(address, isIPv6(address) ? "ipv6" : "ipv4");
    for (const source of sources) {
      const [network = "", length] = source.split("/");
      list.addSubnet(network, Number(length), isIPv6(network) ? "ipv6" : "ipv4");
    }
  }
  return list;
}
