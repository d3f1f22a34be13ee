import { SHAPES, type Shape } from "./body-shapes.ts";

/** Sends one body several times at once from a separate process, and reports the statuses of the answers. */
export interface Attack {
  readonly url: string;
  readonly token: string;
  readonly shape: Shape;
  readonly atOnce: number;
}

process.once("message", (attack: Attack) => {
  run(attack).then(
    (codes) => {
      process.send?.(codes);
      process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run({ url, token, shape, atOnce }: Attack): Promise<readonly string[]> {
  const body = Buffer.from(SHAPES[shape]());
  process.send?.("begins");
  return Promise.all(Array.from({ length: atOnce }, () => send(url, token, body)));
}

async function send(url: string, token: string, body: Buffer<ArrayBuffer>): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  try {
    const answer = await fetch(url, { method: "POST", headers, body });
    const text = await answer.text();
    const [, type = "", code = ""] = /"code":(-\d+).*?"code":(\d+)/.exec(text.slice(0, 1000)) ?? [];
    return answer.ok ? "200" : `${type}/${code}`;
  } catch {
    // The server stops reading a body that it refuses.
    return "cut";
  }
}
