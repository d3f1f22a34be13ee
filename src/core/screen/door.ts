import type { TextKey } from "../text.ts";
import type { Target } from "./value.ts";

/** What a door says. Who is signed in does not load it. */
export interface Door {
  readonly steps: readonly { readonly title: TextKey; readonly text: TextKey }[];
  /** Why one would sign in. */
  readonly lead: TextKey;
  /** The first one is the main way. */
  readonly ways: readonly { readonly text: TextKey; readonly to: Target }[];
  /** Said if there is no alert and no maintenance. */
  readonly none: TextKey;
}
