import type { Definition, OwnRule, ReadRule } from "../../catalogue/define.ts";
import { permissionOf } from "../../catalogue/derived.ts";
import type { ObjectName } from "#contract/wire/step";
import type { Unserved } from "../../catalogue/define-service.ts";
import { partState as attributesOf } from "./delivery.attributes.ts";
import { statesOf } from "./state.sql.ts";

interface StateSpec extends Pick<
  Definition,
  "name" | "gpk" | "label" | "plural" | "description" | "own" | "source"
> {
  /** The type whose state it is, and the attribute of the state that names an object of this type. */
  readonly of: { readonly to: ObjectName; readonly as: string };
  /** Why no server answers an object of the type. */
  readonly unserved?: readonly Unserved[];
}

/** Own states; permissions that show every object of a type show all its states, too. */
export function readAs(type: ObjectName, ownOr: OwnRule = { sql: "false" }): ReadRule {
  return { ownOr, permissions: [permissionOf(type, "ro"), permissionOf(type, "rw")] };
}

/** The state, at each server, of objects that have a version in the units of that server. */
export function unitState({ of, unserved = [], ...given }: StateSpec): Definition {
  return {
    ...given,
    attributes: { [of.as]: { ref: { to: of.to, by: "gpk" } }, ...attributesOf(unserved) },
    key: [of.as, "unit", "server"],
    read: readAs(of.to),
  };
}

/** The state of objects that reach servers as parts of a unit; `bcd` is the column with their BCD. Owners of the BCD own the state. */
export function partState({
  bcd = "bcd",
  ...given
}: Omit<StateSpec, "own" | "source"> & { readonly bcd?: string }): Definition {
  const { of, unserved = [] } = given;
  const sql = statesOf({
    table: of.to,
    object: `o.id as ${of.as}, o.${bcd} as bcd`,
    states: {
      id: "n.id",
      columns: "n.unit",
      from: `(select * from output.part p where p.type = '${of.to}' and p.object = o.id) n`,
    },
    unserved,
    instead: "u.unit",
  });
  return unitState({ ...given, own: { column: "bcd", in: "bcds" }, source: { sql } });
}
