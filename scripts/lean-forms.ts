import type { Plugin } from "vite";

const MARKDOWN = "markdown-to-jsx/react";
const PLAIN = `\0${MARKDOWN}`;

/**
 * Leaves the Markdown renderer of rjsf out of the build: it is a quarter of the form engine, and our templates draw no description or help of rjsf.
 * If rjsf draws one nevertheless, it is shown as plain text.
 */
export function leanForms(): Plugin {
  return {
    name: "netportal:lean-forms",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source === MARKDOWN ? PLAIN : null),
    load: (id) => (id === PLAIN ? "export const Markdown = ({ children }) => children;" : null),
  };
}
