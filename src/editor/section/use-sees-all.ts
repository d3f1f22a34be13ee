import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { usePortal } from "../portal.ts";

/** True if a permission shows the account all rows of the type. */
export function useSeesAll(type: ObjectTypeMeta): boolean {
  const { catalogue, visitor } = usePortal();
  const needed = catalogue.fn(type.name, "list")?.permission_list ?? [];
  return needed.length === 0 || needed.some((name) => visitor.permissions.has(name));
}
