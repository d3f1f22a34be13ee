import type { Plugin } from "vite";

const MARKDOWN = "markdown-to-jsx/react";
const PLAIN = `\0${MARKDOWN}`;
/** Fields of rjsf that arrange others in a grid; only a form that names one in `ui:field` draws it. */
const ARRANGED = /^\.\/Layout(?:Grid|Header|MultiSchema)Field\.js$/;
const NOT_DRAWN = "\0netportal:not-drawn";
const SOURCES: Readonly<Record<string, string>> = {
  [PLAIN]: "export const Markdown = ({ children }) => children;",
  [NOT_DRAWN]: 'export default () => { throw new Error("this field of rjsf is no part of the build"); };',
};

/**
 * Leaves parts of rjsf out of the build that no form draws. The Markdown renderer is a quarter of the form engine, and our templates draw no description
 * or help of rjsf; if rjsf draws one nevertheless, it is shown as plain text. Our forms name only their own field (`PARAMETER_FIELD`).
 */
export function leanForms(): Plugin {
  return {
    name: "netportal:lean-forms",
    apply: "build",
    enforce: "pre",
    resolveId: (source) => (source === MARKDOWN ? PLAIN : ARRANGED.test(source) ? NOT_DRAWN : null),
    load: (id) => SOURCES[id] ?? null,
  };
}
