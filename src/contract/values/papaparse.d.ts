/** The part of Papa Parse that is used. Its own types need those of browser and Node.js, which the contract does without. */
declare module "papaparse" {
  interface ParseResult<Row> {
    readonly data: readonly Row[];
    readonly errors: readonly { readonly type: string; readonly row?: number }[];
  }
  interface ParseConfig {
    readonly delimiter: string;
    readonly newline: string;
    /** Splits at every separator: quotation marks mean nothing. */
    readonly fastMode?: true;
  }
  const Papa: { parse: <Row>(text: string, config: ParseConfig) => ParseResult<Row> };
  export default Papa;
}
