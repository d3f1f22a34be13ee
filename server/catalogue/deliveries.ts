import type { Definition } from "./define.ts";
import type { Delivery } from "./define-delivery.ts";
import type { DeliveredSpec, ServiceSpec } from "./define-service.ts";
import { misformedDelivery } from "./members.ts";
import { told, unknownType, type Found } from "./mistakes.ts";

/** A delivery and its file. */
export interface PlacedDelivery {
  readonly file: string;
  readonly delivery: Delivery;
}

export interface DeliveredTypes {
  /** All definitions with their deliveries, and the types of their states. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Files of the types of states. */
  readonly places: ReadonlyMap<string, string>;
  readonly mistakes: readonly string[];
}

/** Joins deliveries with the definitions of their types. A delivery with a mistake is omitted. */
export function withDeliveries(
  given: ReadonlyMap<string, Definition>,
  deliveries: readonly PlacedDelivery[],
): DeliveredTypes {
  const definitions = new Map(given);
  const mistakes: string[] = [];
  const states = new Map<string, PlacedDelivery>();
  for (const placed of deliveries) {
    const { of, state } = placed.delivery;
    const definition = definitions.get(of);
    const found = [
      ...mistakesIn(placed.delivery, definition, given),
      ...(state !== undefined && states.has(of) ? [{ at: "state", text: TWICE }] : []),
    ];
    mistakes.push(...found.map((one) => told({ type: of, ...one }, placed.file)));
    if (definition === undefined || found.length > 0) continue;
    definitions.set(of, delivered(definition, placed.delivery));
    if (state !== undefined) states.set(of, placed);
  }
  const places = addStates(definitions, states.values(), mistakes);
  return { definitions, places, mistakes };
}

/** Adds the types of states, when all reasons of their types are known. Answers their files. */
function addStates(
  definitions: Map<string, Definition>,
  states: Iterable<PlacedDelivery>,
  mistakes: string[],
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { file, delivery } of states) {
    const { of, state } = delivery;
    const made = state?.(of, definitions.get(of)?.service?.unserved ?? []);
    if (made === undefined) continue;
    if (definitions.has(made.name)) mistakes.push(told({ type: made.name, at: null, text: DEFINED }, file));
    definitions.set(made.name, made);
    places.set(made.name, file);
  }
  return places;
}

const TWICE = "another delivery of the type tells it already. Take one away.";
const DEFINED = "it is defined already. Write another name.";

function mistakesIn(
  delivery: Delivery,
  definition: Definition | undefined,
  all: ReadonlyMap<string, unknown>,
): readonly Found[] {
  const misformed = misformedDelivery(delivery);
  if (misformed.length > 0) return misformed;
  if (definition === undefined) return [{ at: "of", text: unknownType(delivery.of, all) }];
  return [...toldTwice(definition.service ?? {}, delivery.service ?? {})];
}

/** Members that only one delivery of a type can have. */
function* toldTwice(first: ServiceSpec, second: ServiceSpec): Iterable<Found> {
  const told = singlesOf(first);
  for (const at of singlesOf(second)) if (told.includes(at)) yield { at, text: TWICE };
  const [one, other] = [first.delivered, second.delivered];
  if (one !== undefined && other !== undefined && one.kind !== other.kind)
    yield { at: "service.delivered", text: `another delivery notes ${one.kind}. Write this kind.` };
}

function singlesOf({ units = {}, ...service }: ServiceSpec): readonly string[] {
  const members = (["reader", "answers"] as const).filter((at) => service[at] !== undefined);
  return [...members, ...Object.keys(units).map((unit) => `units.${unit}`)].map((at) => `service.${at}`);
}

function delivered(definition: Definition, { service, statements = [] }: Delivery): Definition {
  const { storage = {} } = definition;
  const all = [...(storage.statements ?? []), ...statements];
  return {
    ...definition,
    ...(service !== undefined && { service: together(definition.service ?? {}, service) }),
    ...(statements.length > 0 && { storage: { ...storage, statements: all } }),
  };
}

function together(first: ServiceSpec, second: ServiceSpec): ServiceSpec {
  const lists = (["copied", "views", "unserved"] as const).flatMap((at) => {
    const all = [...(first[at] ?? []), ...(second[at] ?? [])];
    return all.length === 0 ? [] : [[at, all] as const];
  });
  const parts = [first.delivered, second.delivered].filter((one) => one !== undefined);
  const units = { ...first.units, ...second.units };
  return {
    ...first,
    ...second,
    ...Object.fromEntries(lists),
    ...(Object.keys(units).length > 0 && { units }),
    ...(parts.length > 0 && { delivered: asOne(parts) }),
  };
}

/** An object has the union of what its deliveries give. */
function asOne(parts: readonly DeliveredSpec[]): DeliveredSpec {
  return {
    kind: parts[0]?.kind ?? "",
    tables: parts.flatMap(({ tables }) => tables),
    rows: parts.map(({ rows }) => rows).join("\nunion all\n"),
  };
}
