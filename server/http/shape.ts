import type { FastifyRequest } from "fastify";
import { isObject, type Json } from "#contract/wire/json";
import { refuse, type Refusal } from "../faults.ts";

/** The shape of a body or of the parameters of an address: JSON Schema whose titles name the data types of the contract. */
export interface Shape {
  readonly type: "object";
  readonly additionalProperties: false;
  readonly properties: Readonly<Record<string, { readonly type?: string; readonly title?: string }>>;
}

export function shapeOf(properties: Shape["properties"]): Shape {
  return { type: "object", additionalProperties: false, properties };
}

/** Settings of the validator, which does not convert values. */
export const AS_SENT = { coerceTypes: false, removeAdditional: false, useDefaults: false } as const;

interface ShapeError extends Error {
  readonly validation: readonly [
    {
      readonly keyword: string;
      readonly instancePath: string;
      readonly params: Readonly<Record<string, unknown>>;
    },
  ];
  readonly validationContext: "body" | "querystring";
}

export function isShapeError(failure: unknown): failure is ShapeError {
  return failure instanceof Error && "validation" in failure && "validationContext" in failure;
}

/** The refusal of the contract for a wrong shape (wire contract 1.7, 5). */
export function shapeRefusal(
  { validation: [found], validationContext: context }: ShapeError,
  request: FastifyRequest,
): Refusal {
  const { body, query, routeOptions } = request;
  const scope = context === "body" ? "new" : "query";
  // Every schema of a route is a `Shape`.
  const { properties } = (routeOptions.schema?.[context] ?? shapeOf({})) as Shape;
  if (found.keyword === "additionalProperties") {
    const parameter = String(found.params["additionalProperty"]);
    return refuse("unknown_parameter", { parameter, scope, known_list: Object.keys(properties) });
  }
  const parameter = found.instancePath.slice(1);
  if (parameter === "") return refuse("malformed_json", { position: null });
  // A value of a body that was read as JSON, or of a query.
  const sent = (context === "body" ? body : query) as Json;
  return refuseValue(sent, { parameter, scope, data_type: properties[parameter]?.title ?? "" });
}

interface RefusedParameter {
  readonly parameter: string;
  readonly scope: "new" | "query";
  readonly data_type: string;
}

function refuseValue(sent: Json, refused: RefusedParameter): Refusal {
  const { parameter, scope } = refused;
  if (isObject(sent) && sent[parameter] === null) return refuse("null_not_allowed", { parameter, scope });
  return refuse("wrong_type", { parameter, scope, data_type: refused.data_type });
}
