import { figureOf, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { load } from "./load.ts";

const METADATA = "wapi/object_type/metadata";

/** P17: what the portal asks for, in the larger of the languages, then the answer in every language; each is asked again with its tag. */
export async function metadata(bench: Bench): Promise<readonly Figure[]> {
  return [
    await asked(bench, "P17", "all metadata of one language, and the data types", [
      `${METADATA}?language=de`,
      "wapi/data_type/list",
    ]),
    await asked(bench, "M1", "all metadata of every language", [METADATA]),
  ];
}

/** The time of the first of these answers, which is by far the largest, and the bytes of all. */
async function asked(
  { base, size, otto: token }: Bench,
  id: string,
  what: string,
  paths: readonly [string, ...string[]],
): Promise<Figure> {
  const urlOf = (path: string): string => `${base}/api/4.2/${path}`;
  const cold = await load({ url: urlOf(paths[0]), token, bodies: [null], clients: 1, calls: 20 });
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "br, gzip" };
  const answers = await Promise.all(
    paths.map(async (path) => {
      const first = await fetch(urlOf(path), { headers });
      await first.arrayBuffer();
      const tag = first.headers.get("etag") ?? "";
      const again = await fetch(urlOf(path), { headers: { ...headers, "if-none-match": tag } });
      return {
        bytes: Number(first.headers.get("content-length") ?? Number.NaN),
        coding: first.headers.get("content-encoding") ?? "unpacked",
        again: again.status,
      };
    }),
  );
  const bytes = answers.reduce((sum, one) => sum + one.bytes, 0);
  const codings = [...new Set(answers.map(({ coding }) => coding))].join(", ");
  const then = [...new Set(answers.map(({ again }) => again))].join(", ");
  const sent = `${String(Math.round(bytes / 1000))} kB ${codings}, then ${then}`;
  return figureOf({ id, size, what: `${what}; ${sent}`, unit: "ms", times: cold.times });
}
