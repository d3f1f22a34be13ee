/** The package has no types. */
declare module "punycode.js/punycode.es6.js" {
  export function decode(text: string): string;
}
