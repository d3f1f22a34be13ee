/** Parts of lists that the first page can do without. */
export { OwnSwitch } from "../own/own-switch.tsx";
export { NoRows } from "./no-rows.tsx";
