/** The package has no types of its own. */
declare module "punycode.js/punycode.es6.js" {
  export function decode(text: string): string;
}
