import type { Plugin } from "vite";

const ROUTER = /\/node_modules\/react-router\/dist\//;
const NAME = /^\w+\.displayName = "[^"]*";$/gm;
const MAKING = /\bReact\w*\.(?:forwardRef|createContext|memo)\(/g;
const CONTEXT_TYPE = /^(\w+)\.contextType = (\w+);$/gm;

/**
 * Lets the build leave out the parts of the router that the portal does not use (links, forms, server rendering: 8 kB gzip).
 * Assignments after a declaration would keep these parts. So display names are removed, and the context of a class moves into the class.
 */
export function leanRouter(): Plugin {
  return {
    name: "netportal:lean-router",
    apply: "build",
    transform(code, id) {
      return ROUTER.test(id) ? { code: withoutAfterthoughts(code), map: null } : null;
    },
  };
}

function withoutAfterthoughts(code: string): string {
  const bare = code.replace(NAME, "").replace(MAKING, "/* @__PURE__ */ $&");
  return [...bare.matchAll(CONTEXT_TYPE)].reduce(
    (text, [statement, name = "", context = ""]) =>
      text
        .replace(statement, "")
        .replace(new RegExp(`^var ${name} = class [^{]*\\{`, "m"), `$& static contextType = ${context};`),
    bare,
  );
}
