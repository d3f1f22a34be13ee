import type { ObjectName } from "#contract/wire/step";
import type { Definition } from "./define.ts";
import type { ServiceSpec, Unserved } from "./define-service.ts";

/**
 * What services get of a type: the default export of `<object>.delivery.ts`. It is in the subject of the services. So a type may have several
 * deliveries, which are joined with the member `service` of its definition.
 */
export interface Delivery {
  readonly of: ObjectName;
  readonly service?: ServiceSpec;
  /** Tables, functions and triggers that the delivery needs, made after those of the type. */
  readonly statements?: readonly string[];
  /**
   * Makes the type whose rows show which server has an object of `of`. Its words are the reasons, from all deliveries, why no server may answer one.
   */
  readonly state?: (of: ObjectName, unserved: readonly Unserved[]) => Definition;
}

export function defineDelivery(delivery: Delivery): Delivery {
  return delivery;
}
