import type { HtmlTagDescriptor, Plugin } from "vite";

/** Adds preload links to the page for files that every first page needs but only code requests. The browser then fetches them together with the first script. */
export function preloads(names: readonly string[]): Plugin {
  return {
    name: "netportal:preloads",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((chunk) =>
          chunk.type === "chunk" && names.includes(chunk.name)
            ? [
                link("modulepreload", chunk.fileName),
                ...[...(chunk.viteMetadata?.importedCss ?? [])].map((file) => link("stylesheet", file)),
              ]
            : [],
        ),
    },
  };
}

function link(rel: "modulepreload" | "stylesheet", file: string): HtmlTagDescriptor {
  return { tag: "link", attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: "head" };
}
