/** Parts of object pages that are loaded together. */
export { PinButton } from "../pins/pin-button.tsx";
export { Beside } from "./beside.tsx";
export { DetailSection } from "../section/detail-section.tsx";
