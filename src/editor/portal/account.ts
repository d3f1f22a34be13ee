import type { Visitor } from "#contract/rule";
import { port } from "../../ui/port.ts";

/** Who reads, and what is allowed to the account. */
export interface Account {
  readonly visitor: Visitor;
  readonly loginName: string | null;
  /** Name for the greeting. */
  readonly firstName: string | null;
}

export const useAccount = port<Account>();
