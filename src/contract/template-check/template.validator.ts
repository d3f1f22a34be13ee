import { Ajv2020 } from "ajv/dist/2020.js";
import schema from "../../../schemas/version_1.schema.json" with { type: "json" };
import type { Template } from "../template.ts";

/** All errors are reported at once, because the author of a template wants to see them together. */
const ajv = new Ajv2020({ strict: false, allErrors: true, code: { source: true } });

/** True for a document that the schema of templates accepts. */
export const validateTemplate = ajv.compile<Template>(schema);
