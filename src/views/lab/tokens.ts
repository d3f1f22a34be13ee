/** One token of the design: its name without the dashes, and what it stands for. */
export interface Token {
  readonly name: string;
  readonly value: string;
}

const BLOCK = "\n:root {";
const DECLARATION = /--([\w-]+):\s*([^;]+);/g;
const BOTH = /^light-dark\((.+), (.+)\)$/;

/** What the file of tokens declares for a theme, in its order (src/ui/tokens.css). */
export function tokensOf(css: string, theme: "light" | "dark"): readonly Token[] {
  const start = css.indexOf(BLOCK);
  const block = css.slice(start, css.indexOf("}", start));
  return [...block.matchAll(DECLARATION)].map(([, name = "", told = ""]) => {
    const [, light = told, dark = told] = BOTH.exec(told) ?? [];
    return { name, value: theme === "light" ? light : dark };
  });
}
