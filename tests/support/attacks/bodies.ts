import { post, type Attack, type Attacker, type Target } from "./attack.ts";

const MIB = 1024 * 1024;

/** The most expensive bodies of the maximum size; the figures show their names. */
const SHAPES = {
  "64 MiB of [": () => "[".repeat(64 * MIB),
  "5,000,000 values {}": () => `[${"{},".repeat(4_999_998)}{}]`,
  "5,000,000 values []": () => `[${"[],".repeat(4_999_998)}[]]`,
  "5,000,000 numbers": () => `[${"1,".repeat(4_999_998)}1]`,
  "an object of 2,000,000 members": () => `[{${joined(2_000_000, (at) => `"k${String(at)}":1`)}}]`,
  "a text of 64 MiB": () => `["${"x".repeat(64 * MIB - 4)}"]`,
  "64 MiB of \\u0041": () => `["${"\\u0041".repeat(11_000_000)}"]`,
  "64 MiB of blanks": () => `[${" ".repeat(64 * MIB - 2)}]`,
  "100,000 steps that write": () => `[${joined(100_000, create)}]`,
  "90,000 executions of 10 KiB": () => JSON.stringify(crossed(300)),
  "255 KiB of steps that read": () => `[${joined(10_000, () => '{"name":"nd.site.list"}')},{"name":"nix"}]`,
} as const satisfies Readonly<Record<string, () => string>>;

/** The bodies that test and bench send once; the bench also sends eight of each. */
export const BODIES: readonly Attack[] = Object.entries(SHAPES).map(([name, shape]) =>
  ofBodies(name, shape, 1),
);

export const MANY_BODIES: readonly Attack[] = Object.entries(SHAPES).map(([name, shape]) =>
  ofBodies(name, shape, 8),
);

function ofBodies(name: string, shape: () => string, atOnce: number, by: Attacker = "ada"): Attack {
  return {
    name: `${String(atOnce)} × ${name}`,
    async send(target: Target, signal) {
      const body = Buffer.from(shape());
      const path = "/api/4.2/wapi/transaction/execute?dry_mode=true";
      return Promise.all(Array.from({ length: atOnce }, () => post(target, by, body, signal, path)));
    },
  };
}

function create(at: number): string {
  return `{"name":"nd.site.create","new":{"name":"bench-${String(at)}","title":"${"t".repeat(100)}"}}`;
}

/** A cross join of two literal tables: one list for each pair of rows. */
function crossed(side: number): readonly object[] {
  const table = Array.from({ length: side }, (_, at) => ({ n: `many-${String(at)}` }));
  const literal = (idx: string): object => ({
    idx,
    name: "tmp.generic_object.list",
    old: { _dict_list: table },
  });
  const pairs = [
    { idx: "a", params: { site: "n" } },
    { idx: "b", params: { number: "n" }, join_type: "cross" },
  ];
  return [literal("a"), literal("b"), { name: "nd.bldg.list", old_ref_params: pairs }];
}

function joined(count: number, of: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => of(at)).join(",");
}
