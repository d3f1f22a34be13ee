import type { HtmlTagDescriptor, Plugin } from "vite";

export interface Preloads {
  /** Names of chunks that every first page needs but only code requests. */
  readonly chunks: readonly string[];
  /** Chunk without imports that runs as soon as it is loaded, before the other chunks are. */
  readonly first: string;
  /** Files of packages that only a stylesheet requests: the typefaces. */
  readonly faces: RegExp;
}

/** Adds preload links to the page for files that every first page needs. The browser then fetches them together with the first script. */
export function preloads({ chunks, first, faces }: Preloads): Plugin {
  return {
    name: "netportal:preloads",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file) => {
          if (file.type === "asset")
            return file.originalFileNames.some((name) => faces.test(name)) ? [face(file.fileName)] : [];
          if (file.name === first) return [atOnce(file.fileName)];
          return chunks.includes(file.name)
            ? [
                link("modulepreload", file.fileName),
                ...[...(file.viteMetadata?.importedCss ?? [])].map((name) => link("stylesheet", name)),
              ]
            : [];
        }),
    },
  };
}

function atOnce(file: string): HtmlTagDescriptor {
  const attrs = { type: "module", async: true, crossorigin: true, src: `/${file}` };
  return { tag: "script", attrs, injectTo: "head-prepend" };
}

function link(rel: "modulepreload" | "stylesheet", file: string): HtmlTagDescriptor {
  return { tag: "link", attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: "head" };
}

function face(file: string): HtmlTagDescriptor {
  const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${file}` };
  return { tag: "link", attrs, injectTo: "head" };
}
