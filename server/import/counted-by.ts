import type { OnProgress } from "./client.ts";

/** Lines that one call may take to tell how far it is. */
const LINES = 20;

/** Tells what is new, in at most twenty lines a call: the output may be kept in a file. */
export function countedBy(tell: OnProgress): OnProgress {
  let told = 0;
  return (done, of) => {
    if (done - told < of / LINES) return;
    told = done;
    tell(done, of);
  };
}
