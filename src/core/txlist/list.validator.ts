import { Ajv } from "ajv";
import schema from "../../../schemas/planned-list-2.schema.json" with { type: "json" };

const ajv = new Ajv({ strict: false, code: { source: true } });

/** True for a document that the schema of exported planned lists accepts. */
export const validateList = ajv.compile(schema);
