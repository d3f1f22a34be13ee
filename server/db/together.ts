/**
 * Results of pieces of work that do not depend on each other, so that their statements are sent at once. After all of them have ended, the first failure in their order is thrown.
 */
export async function together<T extends readonly unknown[]>(
  ...works: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
