import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport, type HtmlTagDescriptor, type Plugin } from "vite";

export interface FirstPaint {
  /** Module with the component `FirstFrame`, from the root of the project. */
  readonly frame: string;
}

/** Styles have no part in the markup. */
const noStyles: Plugin = {
  name: "netportal:no-styles",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".css") ? "\0no-styles" : null),
  load: (id) => (id === "\0no-styles" ? "" : null),
};

const SHEET = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)">\n?/g;

/** Writes the empty frame and the styles of the first page into the page, so that the browser paints before any script or further file is loaded. */
export function firstPaint({ frame }: FirstPaint): Plugin {
  return {
    name: "netportal:first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: async (page, { bundle }) => {
        const styles: string[] = [];
        const bare = page.replaceAll(SHEET, (link, file: string) => {
          const sheet = bundle?.[file];
          if (sheet?.type !== "asset") return link;
          styles.push(String(sheet.source).trim());
          // A part that is loaded later does not fetch its styles if the page has a link to them. The browser fetches a disabled link only on a slow
          // connection, ahead of time. It fetches no link for another medium ahead of time.
          return link.replace(" href", ' disabled media="not all" href');
        });
        const style: HtmlTagDescriptor = { tag: "style", children: styles.join("\n"), injectTo: "head" };
        const drawn = bare.replace('<div id="root">', `$&${await markup(frame)}`);
        return { html: drawn, tags: [style] };
      },
    },
  };
}

async function markup(frame: string): Promise<string> {
  const { module } = await runnerImport<{ readonly FirstFrame: ComponentType }>(frame, {
    configFile: false,
    plugins: [noStyles],
  });
  return renderToStaticMarkup(createElement(module.FirstFrame));
}
