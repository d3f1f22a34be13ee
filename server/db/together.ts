/**
 * Results of works that need nothing of each other, so that their statements are sent at once. All of them have ended before the first failure in
 * the order of the works is thrown.
 */
export async function together<T extends readonly unknown[]>(
  ...works: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
