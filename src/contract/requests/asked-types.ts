import type { ValueSpec } from "../data-type.ts";
import { value as bcdName } from "../types/bcd-name.ts";
import { value as cidr } from "../types/cidr.ts";
import { value as date } from "../types/date.ts";
import { value as email } from "../types/email.ts";
import { value as gpk } from "../types/gpk.ts";
import { value as groupName } from "../types/group-name.ts";
import { value as macAddr } from "../types/mac-addr.ts";
import { value as ouName } from "../types/ou-name.ts";
import { value as placeId } from "../types/place-id.ts";
import { value as textId } from "../types/text-id.ts";
import { value as textLine } from "../types/text-line.ts";
import { value as text } from "../types/text.ts";

/** Data types that request forms ask for. */
export const ASKED_TYPES = {
  bcd_name: bcdName,
  cidr,
  date,
  email,
  gpk,
  group_name: groupName,
  mac_addr: macAddr,
  ou_name: ouName,
  place_id: placeId,
  text,
  text_id: textId,
  text_line: textLine,
} as const satisfies Readonly<Record<string, ValueSpec>>;
