import type { HtmlTagDescriptor, Plugin } from "vite";

/** Names in the page what every first page needs and only code asks for, so that it is on its way together with the first script. */
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
