/** Parts of object pages that are loaded together. */
export { MissingObject } from "../own/missing-object.tsx";
export { ObjectHead } from "./object-head.tsx";
export { Beside } from "./beside.tsx";
export { ObjectSection } from "../section/object-section.tsx";
