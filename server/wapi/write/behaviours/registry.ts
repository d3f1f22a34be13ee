import type { ObjectType } from "../../../catalogue/object-type.ts";
import { mgr2group, mgr2ou, mgr2role, role2role, wapiAuth2role } from "./account-links.ts";
import type { Behaviour } from "./behaviour.ts";
import { fqdn } from "./fqdn.ts";
import { group } from "./group.ts";
import { mgr } from "./mgr.ts";
import { pPort } from "./p-port.ts";
import { record } from "./record.ts";
import { subnet } from "./subnet.ts";
import { ticket } from "./ticket.ts";
import { wapiAuth } from "./wapi-auth.ts";

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  "cntl.mgr": mgr,
  "cntl.mgr2group": mgr2group,
  "cntl.mgr2ou": mgr2ou,
  "cntl.mgr2role": mgr2role,
  "cntl.role2role": role2role,
  "cntl.group": group,
  "cntl.wapi_auth": wapiAuth,
  "cntl.wapi_auth2role": wapiAuth2role,
  "dns.fqdn": fqdn,
  "dns.record": record,
  "nd.ip_subnet": subnet,
  "nd.p_port": pPort,
  "req.ticket": ticket,
};

const NONE: Behaviour = {};

/** The behaviour of a type; most types have none. */
export function behaviourOf(type: ObjectType): Behaviour {
  return BEHAVIOURS[type.name] ?? NONE;
}
