declare module "*.md?document" {
  import type { DocText } from "#core/docs/document";
  const text: DocText;
  // Result of the build for a file.
  // oxlint-disable-next-line import/no-default-export
  export default text;
}
