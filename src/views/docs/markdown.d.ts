declare module "*.md?document" {
  import type { DocText } from "#core/docs/document";
  const text: DocText;
  // What the build makes of a file.
  // oxlint-disable-next-line import/no-default-export
  export default text;
}
