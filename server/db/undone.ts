import type { Tx } from "./database.ts";

/** Thrown to leave the savepoint, which is then rolled back. */
class Undone extends Error {}

/** Does work under a savepoint, which is rolled back in any case. Answers the result of the work. */
export async function undone<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const kept: { value: T }[] = [];
  try {
    await tx.nested(async (inner) => {
      kept.push({ value: await work(inner) });
      throw new Undone();
    });
  } catch (error) {
    const [last] = kept;
    if (!(error instanceof Undone) || last === undefined) throw error;
    return last.value;
  }
  throw new Error("the work was not undone");
}
