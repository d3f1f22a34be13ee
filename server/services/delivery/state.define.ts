import type { Definition, OwnRule, ReadRule } from "../../catalogue/define.ts";
import { permissionOf } from "../../catalogue/derived.ts";
import type { ObjectName } from "#contract/wire/step";
import type { Delivery } from "../../catalogue/define-delivery.ts";
import { partState as attributesOf } from "./attributes.ts";
import { statesOf } from "./state.sql.ts";

type MakeState = NonNullable<Delivery["state"]>;

interface StateSpec extends Pick<
  Definition,
  "name" | "gpk" | "label" | "plural" | "description" | "own" | "source"
> {
  /** The attribute of the state that names the object. */
  readonly as: string;
}

/** Own states. Holders of permissions that show all objects of a type can see all its states too. */
export function readAs(type: ObjectName, ownOr: OwnRule = { sql: "false" }): ReadRule {
  return { ownOr, permissions: [permissionOf(type, "ro"), permissionOf(type, "rw")] };
}

/** The state, at each server, of objects that have a version in the units of that server. */
export function unitState({ as, ...given }: StateSpec): MakeState {
  return (of, unserved) => ({
    ...given,
    attributes: { [as]: { ref: { to: of, by: "gpk" } }, ...attributesOf(unserved) },
    key: [as, "unit", "server"],
    read: readAs(of),
  });
}

/** The state of objects that reach servers as parts of a unit; `bcd` is the column with their BCD. Owners of the BCD own the state. */
export function partState({
  bcd = "bcd",
  ...given
}: Omit<StateSpec, "own" | "source"> & { readonly bcd?: string }): MakeState {
  return (of, unserved) => {
    const sql = statesOf({
      table: of,
      object: `o.id as ${given.as}, o.${bcd} as bcd`,
      states: {
        id: "n.id",
        columns: "n.unit",
        from: `(
          select p.id, p.unit, p.serial, p.at
          from output.part p
          where p.type = '${of}' and p.object = o.id) n`,
      },
      unserved,
      instead: "u.unit",
    });
    return unitState({ ...given, own: { column: "bcd", in: "bcds" }, source: { sql } })(of, unserved);
  };
}
