import { setTimeout as sleep } from "node:timers/promises";
import { ATTACKS } from "../support/attacks/attacks.ts";
import { MANY_BODIES } from "../support/attacks/bodies.ts";
import { misses } from "../support/attacks/complaints.ts";
import { meanwhile } from "../support/attacks/meanwhile.ts";
import { prepareTarget } from "../support/attacks/target.ts";
import type { Bench } from "./bench.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";

const CALM = 2_000;
/** Time in ms for an attack that does not end by itself. */
const LASTS = 20_000;
/** The next attack starts when the server is idle and has given memory back. */
const REST = 18_000;
const MIB = 1024 * 1024;

/** P23: what another person waits for while one person attacks, and the memory that this needs. */
export async function attacks({ product, size, attack: wanted }: Bench): Promise<readonly Figure[]> {
  const prepared = await prepareTarget(product);
  const { target } = prepared;
  const figures: Figure[] = [];
  for (const attack of [...ATTACKS, ...MANY_BODIES].filter(({ name }) => wanted.test(name))) {
    const calm = await meanwhile(null, product, target, CALM);
    const found = await meanwhile(attack, product, target, LASTS);
    const { lists, writes, signIns, failed, stall, resident, codes } = found;
    await sleep(REST);
    const said = [...new Set(codes)].join(", ");
    const others = `writes p95 ${rounded(quantile(writes, 0.95))} ms, ${rounded(signIns.length)} sign-ins, ${rounded(failed.length)} failed, longest stalls ${stall.map(rounded).join(" and ")} ms`;
    const memory = `${rounded(resident / MIB)} MiB resident at most, ${rounded(product.resident() / MIB)} afterwards`;
    figures.push(
      figureOf({
        id: "P23",
        size,
        what: `p95 of lists of another person during ${attack.name} (${said}); ${others}; ${memory}`,
        unit: "ms",
        times: lists,
        ours: quantile(lists, 0.95),
        floor: quantile(calm.lists, 0.5),
        misses: misses(found),
      }),
    );
  }
  await prepared.close();
  return figures;
}

function rounded(value: number): string {
  return String(Math.round(value));
}
