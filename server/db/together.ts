/** Results of independent pieces of work, whose statements are sent together. After all of them have ended, the first failure in order is thrown. */
export async function together<T extends readonly unknown[]>(
  ...works: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
