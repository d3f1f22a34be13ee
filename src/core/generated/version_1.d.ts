import type { ErrorObject } from "ajv";

declare const validate: { (document: unknown): boolean; errors?: readonly ErrorObject[] | null };
export default validate;
