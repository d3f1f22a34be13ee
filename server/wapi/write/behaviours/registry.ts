import type { ObjectType } from "../../../catalogue/object-type.ts";
import { mgr2group, mgr2ou, mgr2role, role2role, wapiAuth2role } from "./account-links.ts";
import { assignment } from "./assignment.ts";
import { bcdSetting } from "./bcd-setting.ts";
import type { Behaviour } from "./behaviour.ts";
import { client } from "./client.ts";
import { fqdn } from "./fqdn.ts";
import { group } from "./group.ts";
import { mgr } from "./mgr.ts";
import { pin } from "./pin.ts";
import { pool } from "./pool.ts";
import { pPort } from "./p-port.ts";
import { record } from "./record.ts";
import { subnet } from "./subnet.ts";
import { ticket } from "./ticket.ts";
import { translation } from "./translation.ts";
import { unit } from "./unit.ts";
import { wapiAuth } from "./wapi-auth.ts";

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "cntl.mgr": mgr,
  "cntl.mgr2group": mgr2group,
  "cntl.mgr2ou": mgr2ou,
  "cntl.mgr2role": mgr2role,
  "cntl.role2role": role2role,
  "cntl.group": group,
  "cntl.ot_lang_attr_val": translation,
  "cntl.pin": pin,
  "cntl.wapi_auth": wapiAuth,
  "cntl.wapi_auth2role": wapiAuth2role,
  "dhcp.bcd_setting": bcdSetting,
  "dhcp.pool": pool,
  "dhcp.static_assignment": assignment,
  "dns.fqdn": fqdn,
  "dns.record": record,
  "macauth.client": client,
  "nd.ip_subnet": subnet,
  "nd.p_port": pPort,
  "org.unit": unit,
  "req.ticket": ticket,
};

const NONE: Behaviour = {};

/** The behaviour of a type; most types have none. */
export function behaviourOf(type: ObjectType): Behaviour {
  return BEHAVIOURS[type.name] ?? NONE;
}
