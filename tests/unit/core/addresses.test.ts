import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNetwork, type IpNetwork } from "#contract/values/ip";
import { blocksOf, isMappable, mapAddresses, nextFree, stateAt } from "#core/addresses/address-map";
import { partsOfRange } from "#core/addresses/free-search";
import { plannedAddresses } from "#core/addresses/planned-addresses";
import { ADDRESS_STATES, type AddressState, type Mark } from "#core/addresses/state";
import { linesOf } from "#core/addresses/used-in-order";
import { content, simple } from "./planned.ts";

function network(text: string): IpNetwork {
  const found = parseNetwork(text);
  if (found === null) throw new Error(text);
  return found;
}

const CLAIMS = ADDRESS_STATES.filter((state) => state !== "free");

/** Claims inside and around a network; offsets count from its beginning. */
const someMarks = (net: IpNetwork, size: number): fc.Arbitrary<readonly Mark[]> =>
  fc.array(
    fc
      .tuple(
        fc.integer({ min: -3, max: size + 2 }),
        fc.oneof(fc.constant(0), fc.nat(size)),
        fc.constantFrom(...CLAIMS),
      )
      .map(([from, more, state]): Mark => {
        const first = net.value + BigInt(from);
        return { first, last: first + BigInt(more), state };
      }),
    { maxLength: 12 },
  );

/** The simplest solution, which compares every address with every claim. */
function model(net: IpNetwork, size: number, marks: readonly Mark[]): readonly AddressState[] {
  return Array.from({ length: size }, (_, offset) => {
    const address = net.value + BigInt(offset);
    const states = marks.filter((one) => one.first <= address && address <= one.last).map((one) => one.state);
    return ADDRESS_STATES.findLast((state) => state === "free" || states.includes(state)) ?? "free";
  });
}

const PREFIXES = fc.integer({ min: 24, max: 32 });
const world = PREFIXES.chain((prefix) => {
  const net = network(`10.1.2.0/${String(prefix)}`);
  const size = 2 ** (32 - prefix);
  return someMarks(net, size).map((marks) => ({ net, size, marks }));
});

describe("the map of an IPv4 network", () => {
  it("gives every address its strongest claim, and counts them", () => {
    fc.assert(
      fc.property(world, ({ net, size, marks }) => {
        const map = mapAddresses(net, marks, null);
        const edges = net.prefix <= 30 ? [0, size - 1] : [];
        const states = model(net, size, marks).map((state, at) => (edges.includes(at) ? null : state));
        expect(states.map((_, at) => stateAt(map, at))).toEqual(states);
        for (const state of ADDRESS_STATES)
          expect(map.counts[state]).toBe(states.filter((one) => one === state).length);
        expect(map.usable).toBe(size - edges.length);
        const sum = blocksOf(map, 8).reduce((all, { counts }) => all + counts.used, 0);
        expect(sum).toBe(map.counts.used);
      }),
    );
  });

  it("shows addresses that the list of free addresses lacks as used, and those after the end of a cut list as free", () => {
    const net = network("10.1.2.0/29");
    const free = [2n, 3n, 5n].map((one) => net.value + one);
    const states = (isCut: boolean) => {
      const map = mapAddresses(net, [], { addresses: free, isCut });
      return Array.from({ length: 8 }, (_, at) => stateAt(map, at));
    };
    expect(states(false)).toEqual([null, "used", "free", "free", "used", "free", "used", null]);
    expect(states(true)).toEqual([null, "used", "free", "free", "used", "free", "free", null]);
  });

  it("is drawn for /16 and smaller networks, never for IPv6", () => {
    const texts = ["10.1.0.0/16", "10.0.0.0/15", "2001:db8::/120"];
    expect(texts.map((text) => isMappable(network(text)))).toEqual([true, false, false]);
  });

  it("finds the next free addresses in a row after a given one, and continues at the beginning", () => {
    fc.assert(
      fc.property(
        world,
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.nat(255)),
        ({ net, marks }, count, after) => {
          const map = mapAddresses(net, marks, null);
          const isRun = (from: number) =>
            from + count <= map.size &&
            Array.from({ length: count }, (_, at) => stateAt(map, from + at)).every((one) => one === "free");
          const runs = Array.from({ length: map.size }, (_, at) => at).filter(isRun);
          const expected = runs.find((at) => after === null || at > after) ?? runs[0] ?? null;
          expect(nextFree(map, after, count)).toBe(expected);
        },
      ),
    );
  });
});

describe("the contents of a large network, in order", () => {
  it("contain every address once: a claimed one with its strongest claim, the others in the longest possible gaps", () => {
    const small = fc.integer({ min: 122, max: 128 }).chain((prefix) => {
      const net = network(`2001:db8::/${String(prefix)}`);
      const size = 2 ** (128 - prefix);
      return someMarks(net, size).map((marks) => ({ net, size, marks }));
    });
    fc.assert(
      fc.property(small, ({ net, size, marks }) => {
        const lines = linesOf(net, marks);
        const told = lines.flatMap((line): AddressState[] => {
          if (line.kind === "address") return [line.state];
          const state = line.kind === "gap" ? "free" : line.state;
          return Array.from({ length: Number(line.size) }, () => state);
        });
        // No host has the network address (RFC 4291, 2.6.1).
        const [network, ...hosts] = model(net, size, marks);
        const isFree = network === "free" && net.prefix <= 126;
        expect(told).toEqual(isFree ? hosts : [network, ...hosts]);
        expect(lines.some((line, at) => line.kind === "gap" && lines[at + 1]?.kind === "gap")).toBe(false);
      }),
    );
  });

  it("leave out the network address and the broadcast address", () => {
    const ends = (cidr: string): readonly unknown[] =>
      linesOf(network(cidr), []).map((line) => line.kind === "gap" && [line.first, line.last]);
    expect(ends("2001:db8::/64")).toEqual([["2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff"]]);
    expect(ends("2001:db8::/127")).toEqual([["2001:db8::", "2001:db8::1"]]);
    expect(ends("10.0.0.0/8")).toEqual([["10.0.0.1", "10.255.255.254"]]);
  });

  it("keep a range whole if it lies above a weaker one", () => {
    const net = network("2001:db8::/64");
    const range = (first: bigint, last: bigint, state: Mark["state"]): Mark => ({
      first: net.value + first,
      last: net.value + last,
      state,
    });
    const lines = linesOf(net, [
      range(16n, 31n, "pool"),
      range(16n, 47n, "planned"),
      range(40n, 63n, "pool"),
    ]);
    expect(lines.filter(({ kind }) => kind !== "gap")).toEqual([
      { kind: "range", first: "2001:db8::10", last: "2001:db8::2f", state: "planned", size: 32n },
      { kind: "range", first: "2001:db8::30", last: "2001:db8::3f", state: "pool", size: 16n },
    ]);
  });

  it("take the same time for a network of any size", () => {
    const mark = (at: bigint): Mark => ({ first: at, last: at, state: "used" });
    const net = network("2001:db8::/64");
    expect(linesOf(net, [mark(net.value + 5n)])).toMatchObject([
      { kind: "gap", first: "2001:db8::1", last: "2001:db8::4", size: 4n },
      { kind: "address", address: "2001:db8::5", state: "used" },
      { kind: "gap", first: "2001:db8::6", last: "2001:db8::ffff:ffff:ffff:ffff", size: 2n ** 64n - 6n },
    ]);
  });
});

describe("parts of a range", () => {
  it("are consecutive networks that together make the range", () => {
    const bound = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n });
    fc.assert(
      fc.property(bound, bound, (one, other) => {
        const [first, last] = one < other ? [one, other] : [other, one];
        const parts = partsOfRange(4, first, last).map(network);
        let next = first;
        for (const { value, prefix } of parts) {
          expect(value).toBe(next);
          next += 1n << BigInt(32 - prefix);
        }
        expect(next).toBe(last + 1n);
        expect(parts.length).toBeLessThanOrEqual(62);
      }),
    );
  });

  it("the whole of IPv6 is one part", () => {
    expect(partsOfRange(6, 0n, 2n ** 128n - 1n)).toEqual(["::/0"]);
  });
});

describe("addresses of the planned list", () => {
  it("are the addresses that the list sets, and those between the two ends of a range", () => {
    const set = (params: Record<string, string | readonly string[]>) =>
      simple("a", content({ parameters: { old: { data: "10.9.9.9" }, new: params } }));
    const items = [
      set({ data: "10.0.0.7", fqdn: "a.example." }),
      set({ reserved_addr_list: ["10.0.0.8", "2001:db8::1"] }),
      set({ first_addr: "10.0.0.20", last_addr: "10.0.0.29" }),
    ];
    const sizes = plannedAddresses(items).map(({ version, first, last }) => [
      version,
      Number(last - first) + 1,
    ]);
    expect(sizes).toEqual([
      [4, 1],
      [4, 1],
      [6, 1],
      [4, 10],
      [4, 1],
    ]);
  });
});
