/** A command for services cannot do its work; the message says why and what helps. */
export class CopyRefused extends Error {}
