import type { Attack } from "./attack.ts";
import { BODIES } from "./bodies.ts";
import { BYTES } from "./bytes.ts";
import { LOCKS } from "./locks.ts";
import { NAME_SERVER } from "./name-server.ts";
import { SENDERS } from "./senders.ts";
import { SLOW_CONNECTIONS } from "./slow.ts";
import { STALLS } from "./stalls.ts";
import { UNREAD } from "./unread.ts";

/**
 * All attacks that are measured: `tests/measured/attacks.test.ts` and row P23 of the bench measure another person during each of them. A row needs nothing besides its place here.
 */
export const ATTACKS: readonly Attack[] = [
  ...BODIES,
  ...BYTES,
  ...STALLS,
  ...UNREAD,
  ...LOCKS,
  ...NAME_SERVER,
  ...SENDERS,
  ...SLOW_CONNECTIONS,
];
