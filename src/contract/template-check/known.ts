import type { ParameterRow } from "../wire/metadata.ts";

/** The sides on which a function takes a parameter. */
type Sides = Pick<ParameterRow, "old" | "new">;

/** The part of the catalogue that a check needs. The server and the portal have it in different forms. */
export interface KnownCatalogue {
  /** Parameters of a function by name; null for a function that does not exist. */
  readonly parametersOf: (fn: string) => Readonly<Record<string, Sides>> | null;
  /** Whether rows of this type have the attribute; null for an unknown type. */
  readonly hasAttribute: (type: string, name: string) => boolean | null;
}
