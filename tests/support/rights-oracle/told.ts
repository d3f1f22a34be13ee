import type { Row } from "#contract/wire/json";
import type { Done } from "./attacking.ts";
import { str } from "./facts.ts";
import { TYPES, type Moment } from "./gains.ts";
import { sees } from "./oracle.ts";
import type { Rights } from "./rights.ts";
import { typeOf } from "./ways.ts";

const KNOWN: ReadonlySet<string> = new Set(TYPES);

/** Answers that one account got to some steps. */
export interface Told {
  readonly before: Moment;
  readonly after: Moment;
  /** Rights of the account at both moments. */
  readonly who: readonly [Rights, Rights];
  readonly done: readonly Done[];
}

/** Rows and secrets that the account may read neither before nor after its steps. The account itself created the objects of these steps. */
export function leaks({ before, after, who, done }: Told): readonly string[] {
  const linked = new Set(
    done
      .filter(({ step }) => /^cntl\.mgr2(group|ou)\.create$/.test(step.name))
      .map(({ row }) => str(row, "login_name")),
  );
  return done.flatMap(({ step, row }) => {
    const type = typeOf(step);
    if (!KNOWN.has(type)) return [];
    const gpk = str(row, "gpk");
    const moments = [
      [who[0], before],
      [who[1], after],
    ] as const;
    const rows = moments.map(([, { facts }]) => facts.first(type, "gpk", gpk));
    const isNew = rows[0] === undefined;
    const isSeen = moments.some(([rights, { facts }], at) => {
      const known = rows[at];
      return known !== undefined && sees(rights, type, known, facts);
    });
    // The contract shows an account to those who link it (7.3).
    const isLinked = type === "cntl.mgr" && linked.has(str(row, "login_name"));
    const told = isNew || isSeen || isLinked ? [] : [`reads ${type} ${gpk}`];
    return [...told, ...(hasForeignSecret(type, row, who) ? [`reads the secret of ${type} ${gpk}`] : [])];
  });
}

function hasForeignSecret(type: string, row: Row, who: readonly Rights[]): boolean {
  if (type !== "macauth.client" || typeof row["wpa2_key"] !== "string") return false;
  return !who.some(
    (rights) => rights.permissions.has("macauth.rw:client") || rights.ownsBcd(str(row, "bcd_name")),
  );
}
