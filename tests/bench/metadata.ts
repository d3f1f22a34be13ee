import { figureOf, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { load } from "./load.ts";

/** P17: all metadata in one answer, then a request with its tag. */
export async function metadata({ base, size, otto: token }: Bench): Promise<readonly Figure[]> {
  const url = `${base}/api/4.2/wapi/object_type/metadata`;
  const cold = await load({ url, token, bodies: [null], clients: 1, calls: 20 });
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "br, gzip" };
  const first = await fetch(url, { headers });
  const packed = Number(first.headers.get("content-length") ?? Number.NaN);
  const coding = first.headers.get("content-encoding") ?? "unpacked";
  await first.arrayBuffer();
  const tag = first.headers.get("etag") ?? "";
  const again = await fetch(url, { headers: { ...headers, "if-none-match": tag } });
  const what = `all metadata; ${String(Math.round(packed / 1000))} kB ${coding}, then ${String(again.status)}`;
  return [figureOf({ id: "P17", size, what, unit: "ms", times: cold.times })];
}
