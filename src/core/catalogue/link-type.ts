import type { ObjectTypeMeta } from "./catalogue.ts";

/** True if rows of the type only join other objects (with known words at most), so that readers want to see these. */
export function isLinkType(type: ObjectTypeMeta): boolean {
  const isPart = (name: string): boolean => {
    const part = type.attribute(name);
    return (part?.refersTo ?? part?.value_language_dict) != null;
  };
  return type.key.length > 1 && type.key.every(isPart);
}
