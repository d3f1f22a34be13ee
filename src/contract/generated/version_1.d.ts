/** An error of ajv, as far as it is read. */
interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly propertyName?: string;
}
declare const validate: { (document: unknown): boolean; errors?: readonly ValidationError[] | null };
export default validate;
