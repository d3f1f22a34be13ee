/** A link to an OE does what a link to a group does. */
export { default } from "./fqdn2group.behaviour.ts";
