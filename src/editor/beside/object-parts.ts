/** What only pages of an object are drawn by, loaded together. */
export { PinButton } from "../pins/pin-button.tsx";
export { Beside } from "./beside.tsx";
