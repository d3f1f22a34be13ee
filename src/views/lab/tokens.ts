/** One token of the design: its name without the dashes, and what it stands for. */
export interface Token {
  readonly name: string;
  readonly value: string;
}

const BLOCKS = { light: "\n:root {", dark: '\n:root[data-theme="dark"] {' } as const;
const DECLARATION = /--([\w-]+):\s*([^;]+);/g;

/** What the file of tokens declares for a theme, in its order (src/ui/tokens.css). */
export function tokensOf(css: string, theme: keyof typeof BLOCKS): readonly Token[] {
  const start = css.indexOf(BLOCKS[theme]);
  const block = css.slice(start, css.indexOf("}", start));
  return [...block.matchAll(DECLARATION)].map(([, name = "", value = ""]) => ({ name, value }));
}
