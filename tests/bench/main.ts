import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { answers } from "./answers.ts";
import { applies, large } from "./applies.ts";
import { attacks } from "./attacks.ts";
import type { Bench, Measure } from "./bench.ts";
import { openCampus, type Size } from "./campus.ts";
import { creates } from "./creates.ts";
import { csvFaults } from "./csv-faults.ts";
import { disk } from "./disk.ts";
import { events } from "./events.ts";
import { writeDocument, writeTable } from "./document.ts";
import type { Figure } from "./figure.ts";
import { GROWING, growthTable, peersTable } from "./growth.ts";
import { importing } from "./importing.ts";
import { deepPage, lists } from "./lists.ts";
import { metadata } from "./metadata.ts";
import { mixed } from "./mixed.ts";
import { nextFree } from "./next-free.ts";
import { paths } from "./path.ts";
import { portal } from "./portal/portal.ts";
import { startProduct } from "./product.ts";
import { profiled } from "./profile.ts";
import { remove } from "./remove.ts";
import { search } from "./search.ts";
import { memory, stream } from "./stream.ts";

/**
 * Measures the server and its floor, the same work in hand-written SQL (docs/performance.md). Prints one JSON line for each row and never
 * fails because of a time. `npm run bench -- --size M --size L`; `--only P1` leaves out the others, `--attack tickets` measures only the attacks of P23 whose names match, `--minutes 1` shortens P36, `--growth` and `--peers` measure their tables alone,
 * `--write` updates docs/performance.md, `--profile` tells where the time of each row goes.
 */
const { values } = parseArgs({
  options: {
    size: { type: "string", multiple: true },
    only: { type: "string", multiple: true },
    attack: { type: "string" },
    fresh: { type: "boolean" },
    rounds: { type: "string" },
    minutes: { type: "string" },
    write: { type: "boolean" },
    portal: { type: "boolean" },
    growth: { type: "boolean" },
    peers: { type: "boolean" },
    profile: { type: "boolean" },
  },
});

const SIZES = ["S", "M", "L"] as const;

/** The rows run in this order; memory is measured last. */
const MEASURES: readonly (readonly [readonly string[], Measure])[] = [
  [["P1", "P2"], lists],
  [["P3"], deepPage],
  [["P4", "P6"], applies],
  [["N3"], answers],
  [["P5"], large],
  [["P7"], search],
  [["P8"], nextFree],
  [["P9"], remove],
  [["P10"], paths],
  [["P17"], metadata],
  [["P20"], stream],
  [["P22"], events],
  [["P23"], attacks],
  [["P24"], creates],
  [["P25"], importing],
  [["P26"], csvFaults],
  [["P36"], mixed],
  [["D1", "D2"], disk],
  [["P18"], memory],
];

if (values.peers === true) await besidePeers();
else if (values.growth === true) await growth();
else await all();

/** The product beside others, which are installed for it; not part of the other rows. */
async function besidePeers(): Promise<void> {
  const { peers, PEER } = await import("./peers/peers.ts");
  const figures = await peers(note);
  if (values.write === true) await writeTable("peers", peersTable(PEER, figures));
}

/** The same work at all sizes. */
async function growth(): Promise<void> {
  const [S, M, L] = [await bench("S", GROWING), await bench("M", GROWING), await bench("L", GROWING)];
  const table = growthTable({ S, M, L });
  console.log(table);
  if (values.write === true) await writeTable("growth", table);
}

async function all(): Promise<void> {
  for (const size of values.size ?? (values.portal === true ? [] : ["M", "L"])) {
    const figures = await bench(sizeOf(size), values.only);
    if (values.write === true) await writeDocument(size, figures);
  }
  if (values.portal === true || values.write === true) {
    const figures = await portal(values.only, note, values.profile === true);
    if (values.write === true && values.only === undefined) await writeDocument("portal", figures);
  }
}

function sizeOf(text: string): Size {
  const size = SIZES.find((one) => one === text);
  if (size === undefined) throw new Error(`--size is S, M or L, not ${text}`);
  return size;
}

async function bench(size: Size, only: readonly string[] | undefined): Promise<readonly Figure[]> {
  const campus = await openCampus(size, values.fresh === true, note, { isProfiled: values.profile === true });
  try {
    const product = await startProduct(campus.url);
    try {
      const { db } = campus;
      const [otto, ada] = [await product.signIn("otto"), await product.signIn("ada")];
      const rounds = Number(values.rounds ?? "8");
      note(`${String(cpus().length)} cores, Node ${process.version}, size ${size}`);
      return await measured(
        {
          size,
          db,
          product,
          base: product.base,
          otto,
          ada,
          rounds,
          minutes: Number(values.minutes ?? "5"),
          attack: new RegExp(values.attack ?? ""),
          note,
        },
        only,
      );
    } finally {
      await product.stop();
    }
  } finally {
    await campus.stop();
  }
}

async function measured(bench: Bench, only: readonly string[] | undefined): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [ids, measure] of MEASURES) {
    if (only !== undefined && !ids.some((id) => only.includes(id))) continue;
    const run = async (): Promise<void> => {
      for (const figure of await measure(bench)) {
        console.log(JSON.stringify(figure));
        figures.push(figure);
      }
    };
    if (values.profile === true) console.log(await profiled(bench.db, bench.product, run));
    else await run();
  }
  return figures;
}

function note(text: string): void {
  console.error(text);
}
