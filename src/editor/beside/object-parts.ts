/** Parts of object pages and lists that are loaded together. */
export { MissingObject } from "../own/missing-object.tsx";
export { OwnSwitch } from "../own/own-switch.tsx";
export { ObjectHead } from "./object-head.tsx";
export { Beside } from "./beside.tsx";
export { ObjectSection } from "../section/object-section.tsx";
export { NoRows } from "../section/no-rows.tsx";
