import type { StepResult } from "../list/one-statement.ts";

/** Results of all steps, or the text of the whole answer while it is read. */
export type Outcome =
  | { readonly kind: "results"; readonly results: readonly StepResult[] }
  | { readonly kind: "stream"; readonly texts: AsyncIterable<Buffer> };
