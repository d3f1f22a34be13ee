/** The pages of the documentation, loaded together. */
export { DocsPage } from "./docs-page.tsx";
export { documentPage } from "./document-page.tsx";
